//! The suite that every bus passes, and outages of NATS.

use bytes::Bytes;
use tablee_core::Text;
use tablee_server::bus::local::LocalBus;
use tablee_server::bus::nats::NatsBus;
use tablee_server::bus::{Bus, BusError, Subscription};

use crate::bus::{connections, in_time, server, until};

/// A message with a number.
fn number(number: u32) -> Bytes {
    Bytes::from(number.to_string())
}

async fn receive(subscription: &mut Subscription) -> Bytes {
    in_time(subscription.next()).await.expect("the bus is there")
}

/// Checks that a subscription gets these numbers next, in order.
async fn receives(subscription: &mut Subscription, numbers: impl IntoIterator<Item = u32>) {
    for expected in numbers {
        assert_eq!(receive(subscription).await, number(expected));
    }
}

async fn keeps_every_promise(nodes: [&dyn Bus; 3]) {
    every_subscriber_gets_every_message_once_and_in_order(nodes).await;
    subjects_are_separate(nodes).await;
    a_dropped_subscription_gets_nothing(nodes).await;
    a_slow_subscriber_does_not_block_others(nodes).await;
    an_invalid_subject_is_refused(nodes[0]).await;
    assert!(nodes.iter().all(|node| *node.connected().borrow()));
}

async fn every_subscriber_gets_every_message_once_and_in_order(nodes: [&dyn Bus; 3]) {
    let mut subscriptions = Vec::new();
    for node in [nodes[0], nodes[1], nodes[1], nodes[2]] {
        subscriptions.push(node.subscribe("table.order").await.unwrap());
    }
    // All at once, without a pause in which anyone could listen.
    (0..200).for_each(|message| nodes[0].publish("table.order", number(message)));
    for subscription in &mut subscriptions {
        receives(subscription, 0..200).await;
    }
    for (message, node) in (1000..).zip(nodes) {
        node.publish("table.order", number(message));
        for subscription in &mut subscriptions {
            receives(subscription, [message]).await;
        }
    }
}

async fn subjects_are_separate(nodes: [&dyn Bus; 3]) {
    let subjects = ["table", "table.a", "table.a.b", "table.b", "tables"];
    let mut subscriptions = Vec::new();
    for subject in subjects {
        subscriptions.push(nodes[1].subscribe(subject).await.unwrap());
    }
    for (message, subject) in (0..).zip(subjects) {
        nodes[0].publish(subject, number(message));
        nodes[0].publish(subject, number(message + 100));
    }
    nodes[0].publish("nobody", number(7));
    for (message, subscription) in (0..).zip(&mut subscriptions) {
        receives(subscription, [message, message + 100]).await;
    }
}

async fn a_dropped_subscription_gets_nothing(nodes: [&dyn Bus; 3]) {
    let mut stays = nodes[1].subscribe("lobby").await.unwrap();
    let mut leaves = nodes[1].subscribe("lobby").await.unwrap();
    nodes[0].publish("lobby", number(1));
    receives(&mut leaves, [1]).await;
    drop(leaves);
    nodes[0].publish("lobby", number(2));
    receives(&mut stays, [1, 2]).await;
    let mut comes_back = nodes[1].subscribe("lobby").await.unwrap();
    nodes[0].publish("lobby", number(3));
    receives(&mut comes_back, [3]).await;
    receives(&mut stays, [3]).await;
}

async fn a_slow_subscriber_does_not_block_others(nodes: [&dyn Bus; 3]) {
    let mut slow = nodes[1].subscribe("people").await.unwrap();
    let mut quick = nodes[1].subscribe("people").await.unwrap();
    let mut elsewhere = nodes[2].subscribe("people").await.unwrap();
    for message in (0..5000).step_by(50) {
        (message..message + 50).for_each(|message| nodes[0].publish("people", number(message)));
        receives(&mut quick, message..message + 50).await;
        receives(&mut elsewhere, message..message + 50).await;
    }
    // Its queue holds the first messages; later ones were dropped. Then it receives again.
    receives(&mut slow, 0..100).await;
    nodes[0].publish("people", number(7000));
    let mut waited = 100;
    loop {
        match receive(&mut slow).await {
            received if received == number(7000) => break,
            received => assert_eq!(received, number(waited)),
        }
        waited += 1;
    }
    assert!(waited < 5000, "{waited} messages waited for one subscriber");
}

async fn an_invalid_subject_is_refused(node: &dyn Bus) {
    for wrong in ["", "table.", "table.*", ">", "a b", "été"] {
        let refused = node.subscribe(wrong).await.err().expect("the subject is invalid");
        assert_eq!(refused, BusError::InvalidSubject(wrong.to_owned()));
        assert!(Text::from(refused).fr.contains(wrong));
        // Publishing does nothing.
        node.publish(wrong, number(0));
    }
    let mut subscription = node.subscribe("table.right").await.unwrap();
    node.publish("table.right", number(1));
    receives(&mut subscription, [1]).await;
}

#[tokio::test]
async fn the_local_bus_keeps_every_promise() {
    let bus = LocalBus::default();
    keeps_every_promise([&bus, &bus.clone(), &bus.clone()]).await;
}

#[tokio::test]
async fn the_nats_bus_keeps_every_promise_and_reconnects() {
    let mut server = server();
    let [one, two, three] = connections(&server).await.map(NatsBus::over);
    let nodes: [&dyn Bus; 3] = [&one, &two, &three];
    keeps_every_promise(nodes).await;

    let mut subscriptions = Vec::new();
    for node in nodes {
        subscriptions.push(node.subscribe("table.stays").await.unwrap());
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
        // Old subscriptions work again. Messages published in the outage are lost.
        for (message, node) in (round * 10..).zip(nodes) {
            node.publish("table.stays", number(message));
            for subscription in &mut subscriptions {
                receives(subscription, [message]).await;
            }
        }
        subscriptions.push(two.subscribe("table.stays").await.unwrap());
    }
}

/// A short disconnect counts as a change too, because messages may have been lost.
#[tokio::test]
async fn a_short_disconnect_is_a_change() {
    let mut server = server();
    let [bus] = connections(&server).await.map(NatsBus::over);
    let mut connected = bus.connected();
    assert!(*connected.borrow_and_update());
    server.restart().unwrap();
    in_time(connected.changed()).await.unwrap();
    until(&mut connected, true).await;
}
