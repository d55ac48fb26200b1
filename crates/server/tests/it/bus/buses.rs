//! What every bus promises.

use bytes::Bytes;
use tablee_core::Text;
use tablee_server::bus::local::LocalBus;
use tablee_server::bus::nats::NatsBus;
use tablee_server::bus::{Bus, BusError, Subscription};

use crate::bus::{connections, server, surely, until};

/// A message that is a number.
fn number(number: u32) -> Bytes {
    Bytes::from(number.to_string())
}

async fn hear(listener: &mut Subscription) -> Bytes {
    surely(listener.next()).await.expect("the bus is there")
}

/// That a listener hears these numbers next, in order.
async fn hears(listener: &mut Subscription, numbers: impl IntoIterator<Item = u32>) {
    for expected in numbers {
        assert_eq!(hear(listener).await, number(expected));
    }
}

async fn keeps_its_promises(nodes: [&dyn Bus; 3]) {
    everyone_hears_everything_once_and_in_order(nodes).await;
    other_subjects_are_apart(nodes).await;
    whoever_stopped_hears_nothing(nodes).await;
    a_slow_listener_harms_nobody(nodes).await;
    what_is_no_subject_is_refused(nodes[0]).await;
    assert!(nodes.iter().all(|node| *node.connected().borrow()));
}

async fn everyone_hears_everything_once_and_in_order(nodes: [&dyn Bus; 3]) {
    let mut listeners = Vec::new();
    for node in [nodes[0], nodes[1], nodes[1], nodes[2]] {
        listeners.push(node.subscribe("table.order").await.unwrap());
    }
    // All at once, without a pause in which anyone could listen.
    (0..200).for_each(|told| nodes[0].publish("table.order", number(told)));
    for listener in &mut listeners {
        hears(listener, 0..200).await;
    }
    for (told, node) in (1000..).zip(nodes) {
        node.publish("table.order", number(told));
        for listener in &mut listeners {
            hears(listener, [told]).await;
        }
    }
}

async fn other_subjects_are_apart(nodes: [&dyn Bus; 3]) {
    let subjects = ["table", "table.a", "table.a.b", "table.b", "tables"];
    let mut listeners = Vec::new();
    for subject in subjects {
        listeners.push(nodes[1].subscribe(subject).await.unwrap());
    }
    for (told, subject) in (0..).zip(subjects) {
        nodes[0].publish(subject, number(told));
        nodes[0].publish(subject, number(told + 100));
    }
    nodes[0].publish("nobody", number(7));
    for (told, listener) in (0..).zip(&mut listeners) {
        hears(listener, [told, told + 100]).await;
    }
}

async fn whoever_stopped_hears_nothing(nodes: [&dyn Bus; 3]) {
    let mut stays = nodes[1].subscribe("lobby").await.unwrap();
    let mut leaves = nodes[1].subscribe("lobby").await.unwrap();
    nodes[0].publish("lobby", number(1));
    hears(&mut leaves, [1]).await;
    drop(leaves);
    nodes[0].publish("lobby", number(2));
    hears(&mut stays, [1, 2]).await;
    let mut comes_back = nodes[1].subscribe("lobby").await.unwrap();
    nodes[0].publish("lobby", number(3));
    hears(&mut comes_back, [3]).await;
    hears(&mut stays, [3]).await;
}

async fn a_slow_listener_harms_nobody(nodes: [&dyn Bus; 3]) {
    let mut slow = nodes[1].subscribe("people").await.unwrap();
    let mut quick = nodes[1].subscribe("people").await.unwrap();
    let mut elsewhere = nodes[2].subscribe("people").await.unwrap();
    for told in (0..5000).step_by(50) {
        (told..told + 50).for_each(|told| nodes[0].publish("people", number(told)));
        hears(&mut quick, told..told + 50).await;
        hears(&mut elsewhere, told..told + 50).await;
    }
    // The first ones waited, for as many as there is room for; then it hears again.
    hears(&mut slow, 0..100).await;
    nodes[0].publish("people", number(7000));
    let mut waited = 100;
    loop {
        match hear(&mut slow).await {
            heard if heard == number(7000) => break,
            heard => assert_eq!(heard, number(waited)),
        }
        waited += 1;
    }
    assert!(waited < 5000, "{waited} messages waited for one listener");
}

async fn what_is_no_subject_is_refused(node: &dyn Bus) {
    for wrong in ["", "table.", "table.*", ">", "a b", "été"] {
        let refused = node.subscribe(wrong).await.err().expect("it is no subject");
        assert_eq!(refused, BusError::InvalidSubject(wrong.to_owned()));
        assert!(Text::from(refused).fr.contains(wrong));
        // To tell it is told to nobody.
        node.publish(wrong, number(0));
    }
    let mut listener = node.subscribe("table.right").await.unwrap();
    node.publish("table.right", number(1));
    hears(&mut listener, [1]).await;
}

#[tokio::test]
async fn the_bus_in_the_process_keeps_its_promises() {
    let bus = LocalBus::default();
    keeps_its_promises([&bus, &bus.clone(), &bus.clone()]).await;
}

#[tokio::test]
async fn the_bus_over_nats_keeps_its_promises_and_comes_back_with_nats() {
    let mut server = server();
    let [one, two, three] = connections(&server).await.map(NatsBus::over);
    let nodes: [&dyn Bus; 3] = [&one, &two, &three];
    keeps_its_promises(nodes).await;

    let mut listeners = Vec::new();
    for node in nodes {
        listeners.push(node.subscribe("table.stays").await.unwrap());
    }
    let mut connected = nodes.map(|node| node.connected());
    for (round, in_good_order) in [(1, false), (2, true), (3, false)] {
        if in_good_order { server.stop() } else { server.kill() }.unwrap();
        for connected in &mut connected {
            until(connected, false).await;
        }
        one.publish("table.stays", number(0));
        assert!(matches!(one.subscribe("table.new").await, Err(BusError::Unavailable(_))));
        server.restart().unwrap();
        for connected in &mut connected {
            until(connected, true).await;
        }
        // Everyone who listened before hears again, but not what was told while nobody could.
        for (told, node) in (round * 10..).zip(nodes) {
            node.publish("table.stays", number(told));
            for listener in &mut listeners {
                hears(listener, [told]).await;
            }
        }
        listeners.push(two.subscribe("table.stays").await.unwrap());
    }
}

/// A connection that goes and comes at once is a change too: something may have been missed.
#[tokio::test]
async fn to_be_away_for_a_moment_is_a_change() {
    let mut server = server();
    let [bus] = connections(&server).await.map(NatsBus::over);
    let mut connected = bus.connected();
    assert!(*connected.borrow_and_update());
    server.restart().unwrap();
    surely(connected.changed()).await.unwrap();
    until(&mut connected, true).await;
}
