//! Tests of the limits as a whole.

use std::net::Ipv4Addr;

use tablee_protocol::Code;

use super::*;

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const HERE: Address = Address(LOCAL);

fn say(limits: &Limits, person: &str) -> Result<(), Problem> {
    limits.act(person, &Command::Say { text: "hello".to_owned() }.into())
}

#[test]
fn a_client_over_the_limit_gets_the_time_to_wait() {
    let limits = Limits::new(LimitSettings { chat: Rate::new(3, 6), ..LimitSettings::none() }, ProxySettings::default());
    for _ in 0..3 {
        assert_eq!(say(&limits, "anna"), Ok(()));
    }
    let problem = say(&limits, "anna").expect_err("the fourth at once is over the limit");
    assert_eq!(problem.code, Code::TooMuch);
    assert!((1..=11).contains(&problem.wait.unwrap_or(0)), "{problem:?}");
    assert_eq!(say(&limits, "bob"), Ok(()));
}

#[test]
fn without_limits_nothing_is_refused() {
    let limits = Limits::new(LimitSettings::none(), ProxySettings::default());
    for _ in 0..10_000 {
        assert_eq!(limits.request(HERE, 1_000_000), Ok(()));
    }
}

#[test]
fn sockets_count_only_while_they_are_open() {
    let limits =
        Limits::new(LimitSettings { sockets_of_address: NonZeroU32::new(2), ..LimitSettings::none() }, ProxySettings::default());
    let open: Vec<_> = (0..2).map(|_| limits.connect(HERE).ok()).collect();
    assert!(open.iter().all(Option::is_some) && limits.connect(HERE).is_err());
    drop(open);
    assert!(limits.connect(HERE).is_ok());
    assert!(limits.sockets_of_address.is_empty());
}

#[test]
fn each_socket_has_its_own_message_limit() {
    let limits = Limits::new(LimitSettings { messages: Rate::new(5, 5), ..LimitSettings::none() }, ProxySettings::default());
    let (mut one, mut other) = (limits.message_limiter(), limits.message_limiter());
    assert_eq!((0..9).filter(|_| one.check().is_ok()).count(), 5);
    assert_eq!(other.check(), Ok(()));
}

#[test]
fn idle_clients_are_evicted() {
    let limits =
        Limits::new(LimitSettings { chat: Rate::new(1000, 60_000_000), ..LimitSettings::none() }, ProxySettings::default());
    say(&limits, "anna").expect("one line is allowed");
    std::thread::sleep(Duration::from_millis(20));
    limits.evict_idle();
    assert!(limits.chat.limiter.as_ref().unwrap().is_empty());
}

#[test]
fn usage_on_one_node_counts_on_all() {
    let settings = LimitSettings { chat: Rate::new(3, 6), new_people: Rate::new(2, 1), ..LimitSettings::none() };
    let [one, other] = [(); 2].map(|()| Limits::new(settings.clone(), ProxySettings::default()).shared());
    say(&one, "anna").expect("the first");
    say(&one, "anna").expect("the second");
    one.new_person(HERE).expect("the first");
    one.new_person(HERE).expect("the second");
    let usage = one.take_local_usage();
    assert_eq!(one.take_local_usage(), [], "usage is reported once");
    other.add_remote_usage(&usage);
    assert!(say(&other, "anna").is_ok() && say(&other, "anna").is_err(), "the third is the last");
    assert!(say(&other, "bob").is_ok());
    assert!(other.new_person(HERE).is_err());
    assert_eq!(other.take_local_usage().len(), 2, "only the usage on this node: {usage:?}");
    other.add_remote_usage(&[Usage { what: "nonsense".to_owned(), who: "x".to_owned(), times: u32::MAX }]);
}

#[test]
fn a_person_has_one_budget_over_all_sockets_and_http() {
    let settings = LimitSettings { requests_of_person: Rate::new(10, 1), ..LimitSettings::none() };
    let limits = Limits::new(settings, ProxySettings::default());
    let anna = SocketClient { address: HERE, person: Some("anna".to_owned()) };
    assert_eq!((0..8).filter(|_| limits.frame(&anna.clone(), 100).is_ok()).count(), 8);
    assert_eq!((0..8).filter(|_| limits.request_of("anna", 100).is_ok()).count(), 2);
    assert!(limits.frame(&anna, 100).is_err());
    assert!(limits.frame(&SocketClient { person: Some("bob".to_owned()), ..anna }, 100).is_ok());
}

#[test]
fn a_budget_is_in_bytes_too() {
    let settings = LimitSettings { bytes_of_address: Rate::new(1000, 1), ..LimitSettings::none() };
    let [one, other] = [(); 2].map(|()| Limits::new(settings.clone(), ProxySettings::default()).shared());
    let nobody = SocketClient { address: HERE, person: None };
    assert!(one.frame(&nobody, 600).is_ok() && one.frame(&nobody, 600).is_err() && one.request(HERE, 400).is_ok());
    assert!(one.request(HERE, 1).is_err());
    other.add_remote_usage(&one.take_local_usage());
    assert!(other.request(HERE, 1).is_err() && other.request(HERE, 0).is_ok());
    // More than the whole budget at once is allowed once.
    let [one, _] = [(); 2].map(|()| Limits::new(settings.clone(), ProxySettings::default()));
    assert!(one.request(HERE, 5000).is_ok() && one.request(HERE, 5000).is_err());
}

#[test]
fn sockets_of_a_person_are_counted_from_all_addresses() {
    let settings = LimitSettings { sockets_of_person: NonZeroU32::new(2), ..LimitSettings::none() };
    let limits = Limits::new(settings, ProxySettings::default());
    let open: Vec<_> = (0..3).map(|_| limits.connect_person("anna").ok()).collect();
    assert_eq!(open.iter().flatten().count(), 2);
    assert!(limits.connect_person("bob").is_ok());
    drop(open);
    assert!(limits.connect_person("anna").is_ok());
}

#[test]
fn an_ipv6_client_is_its_network() {
    let everyone = || ProxySettings { everyone: true, ..ProxySettings::default() };
    let mut headers = HeaderMap::new();
    headers.append("x-forwarded-for", "1.1.1.1, [2001:db8:1:2:3:4:5:6]:4711".parse().unwrap());
    for (ipv6_prefix, network) in [(64, "2001:db8:1:2::"), (48, "2001:db8:1::"), (128, "2001:db8:1:2:3:4:5:6"), (0, "::")] {
        let limits = Limits::new(LimitSettings { ipv6_prefix, ..LimitSettings::default() }, everyone());
        assert_eq!(limits.address(LOCAL, &headers), Address(network.parse().unwrap()));
        assert_eq!(limits.address("::ffff:127.0.0.1".parse().unwrap(), &HeaderMap::new()), HERE);
    }
    assert_eq!(LimitSettings::default().ipv6_prefix, 64);
}

#[test]
fn neighbours_do_not_multiply_the_budget_of_an_address() {
    let factor = NonZeroU32::new(4);
    let settings = LimitSettings {
        requests_of_address: Rate::new(10, 1),
        sockets_of_address: NonZeroU32::new(5),
        network_factor: factor,
        ..LimitSettings::none()
    };
    let [one, other] = [(); 2].map(|()| Limits::new(settings.clone(), ProxySettings::default()).shared());
    let address = |number: u32| Address::of(format!("2001:db8:1:{number:x}::1").parse().unwrap(), 64);
    let elsewhere = Address::of("2001:db8:2::1".parse().unwrap(), 64);
    let requests = (0..200).filter(|number| one.request(address(number % 20), 0).is_ok()).count();
    assert_eq!(requests, 40);
    assert!(one.request(elsewhere, 0).is_ok());
    // On all nodes.
    other.add_remote_usage(&one.take_local_usage());
    assert!(other.request(address(30), 0).is_err() && other.request(elsewhere, 0).is_ok());
    let open: Vec<_> = (0..200).filter_map(|number| one.connect(address(number % 20)).ok()).collect();
    assert_eq!(open.len(), 20);
    assert!(one.connect(elsewhere).is_ok());
    drop(open);
    assert!(one.sockets_of_address.is_empty());
    // IPv4 alike.
    let address = |number: u32| Address([192, 0, 2, number as u8].into());
    assert_eq!((0..200).filter(|number| one.request(address(number % 20), 0).is_ok()).count(), 40);
}

#[test]
fn a_person_has_one_export_at_a_time_and_all_together_few() {
    let limits = Limits::new(LimitSettings::none(), ProxySettings::default());
    let open = |address: u8, person: &str| limits.export(Address([192, address, 2, 1].into()), person).ok();
    let first = open(1, "anna");
    assert!(first.is_some() && open(1, "anna").is_none() && open(2, "anna").is_none());
    let second = open(1, "bob");
    assert!(second.is_some() && open(1, "carl").is_none(), "an address has two");
    let others: Vec<_> = (2..100).filter_map(|number| open(number, &format!("guest {number}"))).collect();
    assert_eq!(others.len(), 14);
    drop(first);
    assert!(open(1, "anna").is_some());
}

#[test]
fn changes_count_for_people_and_addresses() {
    let limits = Limits::new(LimitSettings::default(), ProxySettings::default());
    assert_eq!((0..100).filter(|_| limits.change(HERE, "anna").is_ok()).count(), 10);
    let others = (0..100).filter(|number| limits.change(HERE, &format!("guest {number}")).is_ok()).count();
    assert_eq!(others, 50);
}
