//! Previews of links: tags and pictures, of shared games and of tables.

use std::io::Read;

use serde_json::json;
use tablee_server::Settings;
use tablee_server::limits::{LimitSettings, Rate};

use crate::common::Client;
use crate::common::server::TestServer;
use crate::shares::{finished, link, record};

/// The page at a path, which must be the home page with more tags.
fn page(client: &Client, path: &str) -> String {
    let answer = client.get(path);
    assert_eq!(answer.status, 200, "{path}");
    assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
    assert_eq!(answer.headers["cache-control"], "no-cache");
    assert_eq!(answer.headers["vary"], "accept-language");
    let policy = answer.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'") && !policy.contains("unsafe-inline"), "{policy}");
    let page = answer.body.as_str().unwrap().to_owned();
    assert!(page.starts_with("<!doctype html><meta ") && page.trim_end().ends_with("<title>home</title>"), "{page}");
    page
}

/// The content of a tag.
#[track_caller]
fn tag<'a>(page: &'a str, name: &str) -> &'a str {
    let begin = format!("\"{name}\" content=\"");
    let at = page.find(&begin).unwrap_or_else(|| panic!("no {name} in {page}")) + begin.len();
    page[at..].split('"').next().unwrap()
}

/// Status, content type, caching and bytes of a picture.
fn picture(client: &Client, path: &str) -> (u16, String, Vec<u8>) {
    let mut answer = client.raw(path);
    let header = |name| answer.headers().get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
    let (status, headers) = (answer.status().as_u16(), format!("{} | {}", header("content-type"), header("cache-control")));
    let mut bytes = Vec::new();
    answer.body_mut().as_reader().read_to_end(&mut bytes).unwrap();
    (status, headers, bytes)
}

fn is_preview(png: &[u8]) -> bool {
    let size = [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()));
    png.starts_with(b"\x89PNG\r\n\x1a\n") && size == [1200, 630]
}

#[test]
fn a_shared_game_has_a_title_a_description_and_a_picture() {
    let server = TestServer::new();
    let client = Client::new(&server);
    let path = link(&client, &finished(["Anna", "Bob"]));
    let english = page(&client, &path);
    let origin = format!("http://{}", server.address);
    assert!(tag(&english, "og:title").starts_with("Kumata: ") && tag(&english, "og:title").contains("Anna "), "{english}");
    assert!(
        tag(&english, "og:description").contains("Bob (crocodiles). ") && tag(&english, "og:description").contains(" moves.")
    );
    assert_eq!(tag(&english, "og:url"), format!("{origin}{path}"));
    assert_eq!(tag(&english, "og:image"), format!("{origin}{path}/preview.png"));
    assert_eq!([tag(&english, "og:image:width"), tag(&english, "og:image:height")], ["1200", "630"]);
    assert_eq!([tag(&english, "og:locale"), tag(&english, "twitter:card")], ["en_GB", "summary_large_image"]);
    let french = page(&client.with_header("accept-language", "de, fr-CA;q=0.8, en;q=0.5"), &path);
    assert_eq!(tag(&french, "og:locale"), "fr_FR");
    assert!(tag(&french, "og:description").contains(" coups."), "{french}");

    let (status, headers, png) = picture(&client, &format!("{path}/preview.png"));
    assert_eq!((status, headers.as_str()), (200, "image/png | public, max-age=604800"));
    assert!(is_preview(&png));
    // From memory it is the same.
    assert!(picture(&client, &format!("{path}/preview.png")).2 == png);
    // A game that is not over has no result yet.
    let half = page(&client, &link(&client, &record(["Anna", "Bob"], 20, 1)));
    assert_eq!(tag(&half, "og:title"), "Kumata: Anna, Bob");
}

#[test]
fn a_name_cannot_get_out_of_its_tag() {
    let server = TestServer::new();
    let client = Client::new(&server);
    let hostile = ["\"><script>x()</script>", "' onload=x() &amp;"];
    let page = page(&client, &link(&client, &finished(hostile)));
    assert!(!page.contains("<script") && !page.contains("' onload"), "{page}");
    let title = tag(&page, "og:title");
    assert!(title.contains("&quot;&gt;&lt;script&gt;x()&lt;/script") && title.contains("&#39; onload=x() &amp;amp;"), "{title}");
}

#[test]
fn an_unknown_link_has_the_generic_tags_and_no_picture() {
    let server = TestServer::new();
    let client = Client::new(&server);
    for path in ["/s/aaaaaaaaaaaa", "/t/aaaaaaaaaaaa", "/s/x", "/t/%ff", "/s/..%2f..", "/t/<script>"] {
        let page = page(&client, &path.replace(['<', '>'], "%3c"));
        assert_eq!((tag(&page, "og:title"), tag(&page, "twitter:card")), ("Tablée", "summary"), "{path}");
        assert_eq!(tag(&page, "og:url"), format!("http://{}/", server.address));
        assert!(tag(&page, "og:image").ends_with("/icon-512.png"));
    }
    for path in ["/s/aaaaaaaaaaaa/preview.png", "/t/aaaaaaaaaaaa/preview.png", "/s/%ff/preview.png"] {
        assert_eq!(client.get(path).refused(), (404, "unknown"), "{path}");
    }
}

#[test]
fn the_address_in_the_tags_is_the_operators_or_a_sane_host() {
    let server = TestServer::new();
    let client = Client::new(&server);
    let path = link(&client, &finished(["Anna", "Bob"]));
    let named = page(&client.with_header("host", "club.example:8017"), &path);
    assert_eq!(tag(&named, "og:url"), format!("http://club.example:8017{path}"));
    let insane = page(&client.with_header("host", "club.example/\"><b>"), &path);
    assert!(!insane.contains("og:url") && !insane.contains("<b>") && insane.contains("og:title"), "{insane}");

    let data = tempfile::tempdir().unwrap();
    let public_url = Some("https://games.example".to_owned());
    let server = TestServer::with(&Settings { public_url, ..Settings::new("127.0.0.1:0", data.path().to_owned()) });
    let client = Client::new(&server);
    let path = link(&client, &finished(["Anna", "Bob"]));
    let page = page(&client.with_header("host", "club.example"), &path);
    assert_eq!(tag(&page, "og:image"), format!("https://games.example{path}/preview.png"));
}

#[test]
fn a_public_table_has_a_preview_from_its_opening_to_its_end() {
    let server = TestServer::new();
    let (anna, bob, nobody) = (Client::guest(&server, "Anna"), Client::guest(&server, "<b>Bob"), Client::new(&server));
    let table = anna.open(true, false).0;
    let path = table.replace("/api/tables/", "/t/");
    let seen = || {
        let page = page(&nobody, &path);
        let (status, headers, png) = picture(&nobody, &format!("{path}/preview.png?v=1"));
        assert!(status == 200 && is_preview(&png) && tag(&page, "og:image").contains(&format!("{path}/preview.png?v=")));
        (tag(&page, "og:title").to_owned(), tag(&page, "og:description").to_owned(), headers, png)
    };
    let open = seen();
    assert_eq!((open.0.as_str(), open.1.as_str()), ("Kumata: one seat is free", "Opened by Anna. At the table: Anna."));
    bob.post(&table, &json!({ "do": "sit" })).with(200);
    assert_eq!(seen().0, "Kumata: about to begin");
    anna.post(&table, &json!({ "do": "begin" })).with(200);
    let playing = seen();
    assert_eq!(playing.0, "Kumata: Anna, &lt;b&gt;Bob");
    assert!(playing.2.ends_with("max-age=60") && playing.3 != open.3);
    bob.post(&table, &json!({ "do": "resign" })).with(200);
    let over = seen();
    assert!(over.0.starts_with("Kumata: Anna ") && over.0.contains(", &lt;b&gt;Bob "), "{}", over.0);
    assert!(over.2.ends_with("max-age=86400") && over.3 != playing.3);
}

#[test]
fn a_private_table_looks_like_one_that_does_not_exist() {
    let server = TestServer::new();
    let (anna, bob) = (Client::guest(&server, "Anna"), Client::guest(&server, "Bob"));
    let (table, invite) = anna.open(false, false);
    let path = table.replace("/api/tables/", "/t/");
    let nothing = page(&anna, "/t/aaaaaaaaaaaa");
    let hidden = |client: &Client| {
        assert_eq!(page(client, &path), nothing);
        assert_eq!(client.get(&format!("{path}/preview.png")).refused(), (404, "unknown"));
    };
    // Not even for its players: previews are for everyone.
    for client in [&Client::new(&server), &anna, &bob.with_header("tablee-invite", &invite)] {
        hidden(client);
    }
    bob.post(&table, &json!({ "do": "sit", "invite": invite })).with(200);
    anna.post(&table, &json!({ "do": "begin" })).with(200);
    hidden(&bob);
    bob.post(&table, &json!({ "do": "resign" })).with(200);
    hidden(&Client::new(&server));
}

#[test]
fn an_address_may_have_only_so_many_pictures_drawn() {
    let server = TestServer::with_limits(LimitSettings { pictures: Rate::new(1, 1), ..LimitSettings::none() });
    let client = Client::new(&server);
    let pictures = [1, 2].map(|seed| format!("{}/preview.png", link(&client, &record(["Anna", "Bob"], usize::MAX, seed))));
    assert_eq!(picture(&client, &pictures[0]).0, 200);
    let over = client.get(&pictures[1]);
    assert_eq!(over.refused(), (429, "too-much"));
    assert!(over.headers.contains_key("retry-after"));
    // What is in memory costs nothing.
    assert_eq!(picture(&client, &pictures[0]).0, 200);
}

#[test]
fn the_picture_of_a_table_is_in_memory_until_the_game_goes_on() {
    let server = TestServer::with_limits(LimitSettings { pictures: Rate::new(2, 1), ..LimitSettings::none() });
    let (anna, bob) = (Client::guest(&server, "Anna"), Client::guest(&server, "Bob"));
    let table = anna.open(true, false).0;
    bob.post(&table, &json!({ "do": "sit" })).with(200);
    anna.post(&table, &json!({ "do": "begin" })).with(200);
    let path = format!("{}/preview.png", table.replace("/api/tables/", "/t/"));
    let play = || {
        let turn = [&anna, &bob].into_iter().find(|player| player.get(&format!("{table}/moves")).status == 200).unwrap();
        let legal = turn.get(&format!("{table}/moves")).with(200);
        turn.post(&table, &json!({ "do": "move", "v": legal["v"], "mv": legal["moves"][0]["mv"] })).with(200);
    };
    let before = picture(&anna, &path);
    assert!(before.0 == 200 && (0..5).all(|_| picture(&anna, &path) == before));
    play();
    let after = picture(&anna, &path);
    assert!(after.0 == 200 && after.2 != before.2 && picture(&anna, &path) == after);
    play();
    assert_eq!(anna.get(&path).refused(), (429, "too-much"));
}

#[test]
fn a_title_that_is_not_in_memory_counts_like_a_picture() {
    let server = TestServer::with_limits(LimitSettings { pictures: Rate::new(1, 1), ..LimitSettings::none() });
    let client = Client::new(&server);
    let paths = [1, 2].map(|seed| link(&client, &record(["Anna", "Bob"], usize::MAX, seed)));
    let title = |path: &str| tag(&page(&client, path), "og:title").to_owned();
    assert!(title(&paths[0]).contains("Anna"));
    assert_eq!(title(&paths[1]), "Tablée", "the page works without a preview");
    assert_eq!(client.get(&format!("{}/preview.png", paths[1])).refused(), (429, "too-much"));
    // What is in memory costs nothing.
    assert!(title(&paths[0]).contains("Anna"));
}

#[test]
fn a_page_over_the_rate_limit_works_without_a_preview() {
    let server = TestServer::with_limits(LimitSettings { requests_of_address: Rate::new(2, 1), ..LimitSettings::none() });
    let client = Client::new(&server);
    let path = link(&client, &finished(["Anna", "Bob"]));
    assert!(page(&client, &path).contains("Anna"));
    assert_eq!(tag(&page(&client, &path), "og:title"), "Tablée");
}
