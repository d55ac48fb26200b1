//! Pages that a link leads to, with a preview for messengers: `/s/ID` for shared games, `/t/ID` for tables.
//!
//! They are the home page with more tags in its head; its script shows the game. Only what everyone may see is in a
//! preview: a private table has the same tags as an unknown one.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the routes, and what is cached |
//! | `card.rs` | title and description, in both languages |
//! | `tags.rs` | Open Graph tags, escaped |
//! | `origin.rs` | the address of this server as visitors write it |
//! | `cache.rs` | a cache bounded by bytes |

mod cache;
mod card;
mod origin;
mod tags;

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use rust_embed::RustEmbed;
use tablee_core::Dice as _;
use tablee_core::chance::TestDice;
use tablee_games::shuffle::{Bytes32, Shuffle};
use tablee_games::{GameId, NewGame, Player, Settled, begin, open};
use tablee_picture::Preview;
use tablee_protocol::{Code, Problem, Progress, Summary};

use crate::api::extract::unknown;
use crate::api::refused;
use crate::app_state::AppState;
use crate::blocking::BlockingPool;
use crate::limits::Address;
use crate::static_files;
use cache::Cache;
use card::Card;
pub use origin::OriginSettings;
use tags::Tags;

/// The most bytes of pictures in memory: about a hundred of them.
const PICTURE_CACHE: usize = 24 << 20;

/// The most bytes of titles and descriptions in memory.
const CARD_CACHE: usize = 1 << 20;

/// The most bytes of pages without a preview in memory: one for each language and name of the server.
const PLAIN_CACHE: usize = 1 << 20;

/// How long others may keep the picture of a shared game; of a table that goes on; and of one that is over. The first
/// never changes, but our drawing of it may.
const KEEP_SHARE: &str = "public, max-age=604800";
const KEEP_TABLE: &str = "public, max-age=60";
const KEEP_FINISHED: &str = "public, max-age=86400";

/// How many plies are played for the picture of a game without a board that has not begun.
const SAMPLE_PLIES: usize = 40;

/// The inputs of previews, and a cache of those that were drawn.
pub struct Previews {
    origin: OriginSettings,
    cards: Cache<Arc<Card>>,
    pictures: Cache<Bytes>,
    plain: Cache<Bytes>,
    /// Draws pictures and proves records.
    pub pool: BlockingPool,
}

impl Previews {
    /// An empty cache of previews.
    pub fn new(origin: OriginSettings) -> Previews {
        let (cards, pictures, plain) = (Cache::new(CARD_CACHE), Cache::new(PICTURE_CACHE), Cache::new(PLAIN_CACHE));
        Previews { origin, cards, pictures, plain, pool: BlockingPool::default() }
    }
}

/// The pages with a preview, and their pictures.
pub fn router<P: RustEmbed + 'static>(app: Arc<AppState>) -> Router {
    let router = Router::new()
        .route("/s/{id}", get(share_page::<P>))
        .route("/s/{id}/preview.png", get(share_picture))
        .route("/t/{id}", get(table_page::<P>))
        .route("/t/{id}/preview.png", get(table_picture))
        .with_state(app);
    static_files::with_page_policy(router)
}

/// The id in a path; empty, which is nobody's, if it cannot be read.
type Id = Result<Path<String>, PathRejection>;

fn id_of(id: Id) -> String {
    id.map(|Path(id)| id).unwrap_or_default()
}

async fn share_page<P: RustEmbed>(State(app): State<Arc<AppState>>, address: Address, id: Id, headers: HeaderMap) -> Response {
    let id = id_of(id);
    let path = format!("/s/{id}");
    match share_card(&app, address, &id).await {
        Ok(card) => page::<P>(&app, &headers, &card, &path, Some(&format!("{path}/preview.png"))),
        // The page works in any case, and says itself what is missing.
        Err(_) => plain_page::<P>(&app, &headers),
    }
}

async fn share_card(app: &AppState, address: Address, id: &str) -> Result<Arc<Card>, Problem> {
    app.limits.request(address, 0)?;
    let record = app.shares.read(id).await?;
    if let Some(card) = app.previews.cards.get(id) {
        return Ok(card);
    }
    // A title needs the whole game, which is proven again: as much work as a picture.
    app.limits.picture(address)?;
    let card = app.previews.pool.run(address, move || open(&record).map(|game| Card::of_game(&*game))).await?;
    let card = Arc::new(card.map_err(|why| Problem::new(Code::Invalid, why))?);
    let bytes = [&card.title, &card.description].iter().map(|text| text.en.len() + text.fr.len()).sum();
    app.previews.cards.insert(id, card.clone(), bytes);
    Ok(card)
}

async fn table_page<P: RustEmbed>(State(app): State<Arc<AppState>>, address: Address, id: Id, headers: HeaderMap) -> Response {
    let id = id_of(id);
    let path = format!("/t/{id}");
    let summary = public_table(&app, address, &id).await.ok();
    match summary.and_then(|(summary, _)| Some((Card::of_table(&summary)?, summary.changed))) {
        // With every change the picture has another address, so that no old copy is shown.
        Some((card, changed)) => page::<P>(&app, &headers, &card, &path, Some(&format!("{path}/preview.png?v={changed}"))),
        None => plain_page::<P>(&app, &headers),
    }
}

/// The summary of a table that everyone may see, and the version of its last ply.
async fn public_table(app: &AppState, address: Address, id: &str) -> Result<(Summary, u32), Problem> {
    app.limits.request(address, 0)?;
    let (summary, played) = app.hub.summary_and_ply(id).await?;
    // A private table must not be told from one that does not exist.
    if summary.public { Ok((summary, played)) } else { Err(unknown()) }
}

/// The home page with these words in its head.
fn page<P: RustEmbed>(app: &AppState, headers: &HeaderMap, card: &Card, path: &str, picture: Option<&str>) -> Response {
    let Some(home) = static_files::home::<P>() else { return static_files::not_found(headers) };
    let (lang, origin) = (static_files::reader_language(headers), app.previews.origin.origin(headers));
    html(Tags { lang, card, origin: origin.as_deref(), path, picture }.insert_into(&home).into())
}

/// The home page without a preview. It is kept in memory, because it is sent over the rate limit as well.
fn plain_page<P: RustEmbed>(app: &AppState, headers: &HeaderMap) -> Response {
    let (lang, origin) = (static_files::reader_language(headers), app.previews.origin.origin(headers));
    let key = format!("{} {}", lang.code(), origin.as_deref().unwrap_or_default());
    if let Some(page) = app.previews.plain.get(&key) {
        return html(page);
    }
    let Some(home) = static_files::home::<P>() else { return static_files::not_found(headers) };
    let tags = Tags { lang, card: &Card::generic(), origin: origin.as_deref(), path: "/", picture: None };
    let page = Bytes::from(tags.insert_into(&home));
    app.previews.plain.insert(&key, page.clone(), page.len());
    html(page)
}

fn html(page: Bytes) -> Response {
    let answer = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::VARY, HeaderValue::from_static("accept-language")),
    ];
    (answer, page).into_response()
}

async fn share_picture(State(app): State<Arc<AppState>>, address: Address, id: Id) -> Response {
    let id = id_of(id);
    let drawn = async {
        app.limits.request(address, 0)?;
        // Keys of tables begin with another word.
        let key = format!("share {id}");
        if let Some(picture) = app.previews.pictures.get(&key) {
            return Ok(picture);
        }
        let record = app.shares.read(&id).await?;
        app.limits.picture(address)?;
        draw(&app, address, &key, move || Some(Preview::of(&*open(&record).ok()?))).await
    };
    picture(drawn.await, KEEP_SHARE)
}

async fn table_picture(State(app): State<Arc<AppState>>, address: Address, id: Id) -> Response {
    let id = id_of(id);
    let drawn = async {
        let (summary, played) = public_table(&app, address, &id).await?;
        let keep = if summary.state == Progress::Over { KEEP_FINISHED } else { KEEP_TABLE };
        let key = format!("table {id} {} {played}", summary.changed);
        if let Some(picture) = app.previews.pictures.get(&key) {
            return Ok((picture, keep));
        }
        // To write the record of a game takes some time as well.
        app.limits.picture(address)?;
        let record = match summary.state {
            Progress::Open | Progress::Closed => None,
            Progress::Playing | Progress::Over => Some(app.hub.record(&id, None, None).await?),
        };
        let picture = draw(&app, address, &key, move || table_preview(&summary, record.as_deref())).await?;
        Ok((picture, keep))
    };
    match drawn.await {
        Ok((drawn, keep)) => picture(Ok(drawn), keep),
        Err(problem) => refused(problem),
    }
}

/// Draws a picture and keeps it in memory.
async fn draw(
    app: &AppState,
    address: Address,
    key: &str,
    preview: impl FnOnce() -> Option<Preview> + Send + 'static,
) -> Result<Bytes, Problem> {
    let drawn = app.previews.pool.run(address, move || preview().map(|preview| Bytes::from(preview.png()))).await?;
    let picture = drawn.ok_or_else(unknown)?;
    app.previews.pictures.insert(key, picture.clone(), picture.len());
    Ok(picture)
}

fn picture(drawn: Result<Bytes, Problem>, keep: &'static str) -> Response {
    let headers: [(HeaderName, &str); 2] = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, keep)];
    match drawn {
        Ok(picture) => (headers, picture).into_response(),
        Err(problem) => refused(problem),
    }
}

/// The picture of a table: of its game, with the result that the table has; before the game, of a table to sit down at.
fn table_preview(summary: &Summary, record: Option<&str>) -> Option<Preview> {
    let Some(record) = record else { return sample(summary) };
    let mut preview = Preview::of(&*open(record).ok()?);
    if summary.state == Progress::Over {
        // It may have ended because somebody resigned, which the position does not tell.
        let places: Vec<_> = summary.seats.iter().filter_map(|seat| seat.place).collect();
        let scores: Vec<_> = summary.seats.iter().filter_map(|seat| seat.score).collect();
        preview.end(&places, &scores);
    }
    Some(preview)
}

/// The table before the game. If that is empty, a few moves of another game lie on it.
fn sample(summary: &Summary) -> Option<Preview> {
    let game = GameId::from_name(&summary.game)?;
    let options: Vec<_> = summary.options.clone().into_iter().collect();
    let players = summary.seats.iter().map(|_| Player::Human(String::new())).collect();
    let shuffle = Some(Shuffle::revealed(Bytes32([1; 32]), Vec::new()));
    let mut game = begin(NewGame { game, options: &options, set: None, players, shuffle, settled: Settled::Shuffled }).ok()?;
    let before = Preview::of(&*game);
    if !before.table.board.is_empty() {
        return Some(before);
    }
    let mut dice = TestDice::new(11);
    while game.plies() < SAMPLE_PLIES {
        if game.draw().is_some() {
            continue;
        }
        let (count, moves) = game.legal_moves(usize::MAX);
        if count == 0 {
            break;
        }
        game.play(&moves[dice.below(u32::try_from(count).ok()?) as usize].0).ok()?;
    }
    Some(Preview { table: game.view(None).scene.table, ..before })
}
