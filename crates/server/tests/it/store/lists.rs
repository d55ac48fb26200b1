//! Promises about lists of tables.

use tablee_core::Seat;
use tablee_protocol::{Clock, Progress, Summary};
use tablee_server::store::{Append, Cursor, HostedTable, Store, TableFilter, TableQuery, TurnRow};

use crate::store::Place;
use crate::store::fixtures::{chat, new_table, summary};

fn query(state: Progress) -> TableQuery {
    TableQuery::public(state, 100)
}

fn game(game: &str) -> TableFilter {
    TableFilter::Game(game.to_owned())
}

fn player(name: &str, game: Option<&str>) -> TableFilter {
    TableFilter::Player { name: name.to_owned(), game: game.map(str::to_owned) }
}

fn before(changed: u64, table: &str) -> Option<Cursor> {
    Some(Cursor { changed, table: table.to_owned() })
}

async fn found(store: &dyn Store, query: TableQuery) -> Vec<String> {
    store.tables(&query).await.unwrap().into_iter().map(|summary| summary.table).collect()
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

/// The ids of all tables with a game in progress, read in pages.
async fn all_playing(store: &dyn Store, page: u32) -> Vec<String> {
    let mut found = Vec::new();
    for public in [true, false] {
        let mut after: Option<Cursor> = None;
        loop {
            let next = store.playing(public, after.as_ref(), page).await.unwrap();
            found.extend(next.iter().map(|place| place.table.clone()));
            match next.into_iter().next_back() {
                Some(last) => after = Some(last),
                None => break,
            }
        }
    }
    found
}

pub async fn tables_are_listed(place: &Place) {
    let store = place.open().await;
    let at =
        |table: &str, game: &str, changed: u64| Summary { game: game.to_owned(), changed, ..summary(table, "Anna", &["Bob"]) };
    store.create(new_table(at("t1", "kumata", 100))).await.unwrap();
    store.create(new_table(at("t2", "rumis", 300))).await.unwrap();
    store.create(new_table(at("t3", "kumata", 200))).await.unwrap();
    store.create(new_table(Summary { public: false, ..at("t4", "kumata", 400) })).await.unwrap();

    // Latest first, and no private tables.
    let open = query(Progress::Open);
    assert_eq!(found(&*store, open.clone()).await, ["t2", "t3", "t1"]);
    assert_eq!(found(&*store, TableQuery { most: 2, ..open.clone() }).await, ["t2", "t3"]);
    assert_eq!(found(&*store, TableQuery { before: before(300, ""), ..open.clone() }).await, ["t3", "t1"]);
    assert_eq!(found(&*store, TableQuery { before: before(u64::MAX, ""), ..open.clone() }).await, ["t2", "t3", "t1"]);
    assert_eq!(found(&*store, TableQuery { filter: game("kumata"), ..open.clone() }).await, ["t3", "t1"]);
    assert!(found(&*store, TableQuery { filter: game("kumata\0"), ..open.clone() }).await.is_empty());
    assert!(all_playing(&*store, 9).await.is_empty());

    // Appends change the progress. The turn is not stored: it would be outdated at once.
    let goes_on = |table: &str, state, changed, turn| {
        let now = Summary { state, turn, ..at(table, "kumata", changed) };
        Append { summary: Some(now), ..chat(table, 2, &["so"]) }
    };
    store.append(goes_on("t1", Progress::Playing, 500, Some(Seat::new(1)))).await.unwrap();
    store.append(goes_on("t3", Progress::Over, 600, None)).await.unwrap();
    store.append(goes_on("t4", Progress::Playing, 700, Some(Seat::new(0)))).await.unwrap();
    assert_eq!(found(&*store, open).await, ["t2"]);
    let playing = store.tables(&query(Progress::Playing)).await.unwrap();
    assert_eq!(playing, [Summary { state: Progress::Playing, ..at("t1", "kumata", 500) }]);
    for page in [1, 2, 9] {
        assert_eq!(all_playing(&*store, page).await, ["t1", "t4"]);
    }
    // The turn is known if it was noted after the last event.
    let turns = async || {
        let tables = ["t1", "t4", "t2", "t5"].map(str::to_owned);
        store.summaries_with_turn(&tables).await.unwrap().into_iter().map(|table| (table.table, table.turn)).collect::<Vec<_>>()
    };
    let expected = |of_t1: Option<usize>, of_t4: Option<usize>| {
        [("t1", of_t1), ("t4", of_t4), ("t2", None)].map(|(table, turn)| (table.to_owned(), turn.map(Seat::new))).to_vec()
    };
    let note = |table: &str, version, seat| TurnRow { table: table.to_owned(), version, seat: Seat::new(seat) };
    assert_eq!(turns().await, expected(None, None));
    store.note_turns(&[note("t1", 2, 1), note("t4", 1, 1), note("t9", 2, 0)]).await.unwrap();
    assert_eq!(turns().await, expected(Some(1), None));
    store.note_turns(&[note("t4", 2, 0), note("t1", 1, 0)]).await.unwrap();
    assert_eq!(turns().await, expected(Some(1), Some(0)));
    store.append(chat("t4", 3, &["so"])).await.unwrap();
    assert_eq!(turns().await, expected(Some(1), None));
    assert_eq!(found(&*store, query(Progress::Over)).await, ["t3"]);

    // Tables of hosts and of players, each once.
    for somebody in ["idanna", "idbob"] {
        assert_eq!(store.unfinished_of(somebody, 100).await.unwrap(), ["t4", "t1", "t2"]);
    }
    assert!(store.unfinished_of("idcarl\0", 100).await.unwrap().is_empty());
    // Before the game, seats follow people who stand up or sit down.
    let moved = Summary { seats: summary("t2", "Anna", &["Carl"]).seats, ..at("t2", "rumis", 800) };
    store.append(Append { summary: Some(moved), ..chat("t2", 2, &["hello"]) }).await.unwrap();
    assert_eq!(store.unfinished_of("idcarl", 100).await.unwrap(), ["t2"]);
    assert_eq!(store.unfinished_of("idbob", 100).await.unwrap(), ["t4", "t1"]);
    // Events name a person who chatted, wherever they sit now.
    assert_eq!(sorted(store.tables_naming("idanna", "", 100).await.unwrap()), ["t1", "t2", "t3", "t4"]);
    assert!(store.tables_naming("idcarl", "", 100).await.unwrap().is_empty());
    assert!(store.tables_naming("id_nna", "", 100).await.unwrap().is_empty());
    assert_eq!(store.tables_naming("idanna", "t2", 1).await.unwrap(), ["t3"]);
    // A person finds private tables too, but only those with a seat of theirs.
    let over = |person: &str| TableQuery { filter: TableFilter::Person(person.to_owned()), ..query(Progress::Over) };
    let ended = Summary { public: false, state: Progress::Over, ..at("t4", "kumata", 900) };
    store.append(Append { summary: Some(ended), ..chat("t4", 4, &["so"]) }).await.unwrap();
    assert_eq!(found(&*store, over("idbob")).await, ["t4", "t3"]);
    assert_eq!(found(&*store, TableQuery { before: before(900, ""), ..over("idbob") }).await, ["t3"]);
    assert!(found(&*store, over("idanna")).await.is_empty(), "a host without a seat has not played");
    assert!(found(&*store, over("idcarl\0")).await.is_empty());
    assert_eq!(found(&*store, query(Progress::Over)).await, ["t3"]);
}

pub async fn players_are_found_by_the_beginning_of_their_names(place: &Place) {
    let store = place.open().await;
    let names = ["Annabel", "ANNA", "Élodie", "100%", "1000", "a_b", "axb", r"back\slash", "bot:level3", "李雷"];
    for (number, name) in names.iter().enumerate() {
        let table = Summary { changed: 100 - number as u64, ..summary(&format!("t{number}"), "Host", &["Zoë", name]) };
        store.create(new_table(table)).await.unwrap();
    }
    for (name, expected) in [
        ("anna", &["t0", "t1"][..]),
        ("AnnaB", &["t0"]),
        ("nna", &[]),
        ("éLO", &["t2"]),
        ("elodie", &[]),
        ("100%", &["t3"]),
        ("100", &["t3", "t4"]),
        ("%", &[]),
        ("_", &[]),
        ("a_", &["t5"]),
        (r"back\", &["t7"]),
        (r"\", &[]),
        ("level3", &["t8"]),
        ("李", &["t9"]),
        ("annabella", &[]),
        ("anna\0", &[]),
        // A host without a seat is not a player.
        ("host", &[]),
    ] {
        let query = TableQuery { filter: player(name, None), ..query(Progress::Open) };
        assert_eq!(found(&*store, query).await, expected, "{name:?}");
    }
    let everyone = TableQuery { filter: player("zoë", None), ..query(Progress::Open) };
    assert_eq!(found(&*store, everyone).await.len(), names.len());
}

/// Tables that changed at the same time are neither skipped nor repeated from page to page, in any list.
pub async fn pages_leave_nothing_out(place: &Place) {
    let store = place.open().await;
    for number in 0..20_u64 {
        let kind = if number % 4 == 0 { "rumis" } else { "kumata" };
        let table = Summary {
            game: kind.to_owned(),
            changed: 100 + number / 7,
            ..summary(&format!("t{number:02}"), "Anna", &["Anna", if number % 3 == 0 { "Bobby" } else { "Bob" }])
        };
        store.create(new_table(table)).await.unwrap();
    }
    for (filter, expected) in [
        (TableFilter::Public, 20),
        (game("rumis"), 5),
        (TableFilter::Person("idanna".to_owned()), 20),
        (player("bob", None), 20),
        (player("bobb", None), 7),
        (player("bob", Some("kumata")), 15),
        (player("bob", Some("cuminos")), 0),
    ] {
        let whole = TableQuery { filter, ..query(Progress::Open) };
        let all = found(&*store, whole.clone()).await;
        assert_eq!(all.len(), expected, "{whole:?}");
        let (mut paged, mut page) = (Vec::new(), TableQuery { most: 3, ..whole });
        loop {
            let tables = store.tables(&page).await.unwrap();
            let Some(last) = tables.last() else { break };
            page.before = Some(Cursor::of(last));
            paged.extend(tables.into_iter().map(|summary| summary.table));
        }
        assert_eq!(paged, all, "{page:?}");
    }
    assert_eq!(store.unfinished_of("idanna", 100).await.unwrap().len(), 20);
    assert_eq!(store.unfinished_of("idanna", 3).await.unwrap(), ["t19", "t18", "t17"]);
}

/// A search looks at a bounded number of names, the exact one first.
pub async fn a_search_is_bounded(place: &Place) {
    let store = place.open().await;
    for number in 0..40 {
        let name = if number == 0 { "Ann".to_owned() } else { format!("Ann{number:02}") };
        store.create(new_table(summary(&format!("t{number:02}"), "Host", &[&name]))).await.unwrap();
    }
    let query = |name: &str| TableQuery { filter: player(name, None), ..query(Progress::Open) };
    let mut some = found(&*store, query("ann")).await;
    some.sort();
    assert_eq!((some.len(), some[0].as_str()), (10, "t00"));
    assert_eq!(found(&*store, query("ann39")).await, ["t39"]);
}

/// What the lobby chooses from: the host of each table, by index.
pub async fn public_tables_are_found_with_their_hosts(place: &Place) {
    let store = place.open().await;
    let days = Clock::Days { days: 3 };
    for (number, (host, state, clock, public)) in [
        ("Anna", Progress::Open, Clock::None, true),
        ("Anna", Progress::Playing, Clock::None, true),
        ("Bob", Progress::Playing, days, true),
        ("Bob", Progress::Open, days, true),
        ("Anna", Progress::Open, days, false),
        ("Carl", Progress::Open, days, true),
    ]
    .into_iter()
    .enumerate()
    {
        let table = Summary { state, clock, public, changed: number as u64, ..summary(&format!("t{number}"), host, &[host]) };
        store.create(new_table(table)).await.unwrap();
    }
    let ids = |mut found: Vec<HostedTable>| {
        found.sort_by_key(|table| table.changed);
        found.into_iter().map(|HostedTable { host, table, .. }| (table, host)).collect::<Vec<_>>()
    };
    let pairs =
        |pairs: &[(&str, &str)]| pairs.iter().map(|(one, two)| ((*one).to_owned(), (*two).to_owned())).collect::<Vec<_>>();
    let hosts = ["idanna".to_owned(), "idbob".to_owned()];
    let of_hosts = async |state| ids(store.tables_of_hosts(state, &hosts, 3).await.unwrap());
    assert_eq!(of_hosts(Progress::Open).await, pairs(&[("t0", "idanna"), ("t3", "idbob")]));
    // Few of each host, the latest.
    let later = Summary { changed: 9, ..summary("t9", "Anna", &["Anna"]) };
    store.create(new_table(later)).await.unwrap();
    assert_eq!(of_hosts(Progress::Open).await, pairs(&[("t0", "idanna"), ("t3", "idbob"), ("t9", "idanna")]));
    let one = ids(store.tables_of_hosts(Progress::Open, &hosts, 1).await.unwrap());
    assert_eq!(one, pairs(&[("t3", "idbob"), ("t9", "idanna")]));
    assert_eq!(of_hosts(Progress::Playing).await, pairs(&[("t1", "idanna"), ("t2", "idbob")]));
    let latest = async |most| ids(store.latest_hosted(Progress::Playing, most).await.unwrap());
    assert_eq!(latest(9).await, pairs(&[("t1", "idanna"), ("t2", "idbob")]));
    assert_eq!(latest(1).await, pairs(&[("t2", "idbob")]));
    let by_days = async |most| ids(store.open_tables_of_days(most).await.unwrap());
    assert_eq!(by_days(9).await, pairs(&[("t3", "idbob"), ("t5", "idcarl")]));
    assert_eq!(by_days(1).await, pairs(&[("t5", "idcarl")]));
}
