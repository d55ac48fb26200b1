//! The games of people: profiles, one's own games and those of others, recent opponents.
//!
//! A page reads a person's games by index, the latest first, and leaves out those that do not match. It reads a bounded
//! number of them, so it may be short, or even empty, although there is a next one.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use tablee_core::text;
use tablee_protocol::{
    Code, GameResult, GameResults, Opponent, Person, Problem, Profile, Progress, Scope, SeatSummary, Summary, Tables, Who,
};
use utoipa::IntoParams;

use super::ApiError;
use super::extract::{Caller, MaybeCaller, PathName, QueryParams, unknown};
use super::openapi::{BadRequest, KeyRequired, NotFound, RetryLater};
use super::tables::{PAGE, cursor};
use crate::app_state::AppState;
use crate::people::Authenticated;
use crate::personal_data::rating_view;
use crate::store::{Cursor, TableFilter, TableQuery};

/// How many games a request reads.
const MOST_READ: u32 = 200;

/// The longest list of a person's unfinished tables.
const MOST_UNFINISHED: u32 = 100;

/// How many recent opponents are listed.
const MOST_OPPONENTS: usize = 20;

/// The filter of a list of a person's games.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HistoryFilter {
    /// `open`, `playing` or `over`. Of other people, only finished games are listed. Without it, one's own list has those
    /// that are not finished.
    state: Option<Progress>,
    /// The id of a game.
    game: Option<String>,
    /// The id of another person who plays there too.
    with: Option<String>,
    /// `won`, `lost` or `none`: only finished games with this result.
    #[param(inline)]
    result: Option<GameResult>,
    /// Only tables that changed at this time or later, in milliseconds since 1970.
    after: Option<u64>,
    /// Only tables that changed before this time, in milliseconds since 1970.
    before: Option<u64>,
    /// For the next page: `next` of the last answer.
    next: Option<String>,
}

/// The seat of a person at a table.
fn seat_of<'a>(table: &'a Summary, person: &str) -> Option<&'a SeatSummary> {
    table.seats.iter().find(|seat| matches!(&seat.who, Some(Who::Person(who)) if who.id == person))
}

fn result_of(table: &Summary, person: &str) -> GameResult {
    match seat_of(table, person).and_then(|seat| seat.place) {
        Some(1) => GameResult::Won,
        Some(_) => GameResult::Lost,
        None => GameResult::None,
    }
}

/// Whether a reader may find a table: it is public, or they play there.
fn is_visible(table: &Summary, reader: Option<&str>) -> bool {
    table.public || reader.is_some_and(|reader| table.host.id == reader || seat_of(table, reader).is_some())
}

impl HistoryFilter {
    /// Whether a table of a person is in the list. The game is for the store to find.
    fn matches(&self, table: &Summary, person: &str) -> bool {
        self.with.as_ref().is_none_or(|with| seat_of(table, with).is_some())
            && self.result.is_none_or(|result| result_of(table, person) == result)
            && self.after.is_none_or(|after| table.changed >= after)
    }
}

/// The latest finished games of a person, before a place in the list.
async fn finished(app: &AppState, person: &str, game: Option<&str>, before: Option<Cursor>) -> Result<Vec<Summary>, ApiError> {
    let filter = TableFilter::Person { person: person.to_owned(), game: game.map(str::to_owned) };
    Ok(app.store.tables(&TableQuery { state: Progress::Over, filter, before, most: MOST_READ }).await?)
}

/// A page of the finished games of a person that a reader may see.
async fn page(app: &AppState, person: &str, wanted: &HistoryFilter, reader: Option<&str>) -> Result<Tables, ApiError> {
    let before = cursor(wanted.next.as_deref(), wanted.before)?;
    let read = finished(app, person, wanted.game.as_deref(), before).await?;
    let (all, mut looked_at) = (read.len(), 0);
    let (mut tables, mut last) = (Vec::new(), None);
    for table in read {
        // All that follow are older.
        let too_old = wanted.after.is_some_and(|after| table.changed < after);
        if too_old || tables.len() == PAGE as usize {
            if too_old {
                last = None;
            }
            break;
        }
        (last, looked_at) = (Some(Cursor::of(&table)), looked_at + 1);
        if is_visible(&table, reader) && wanted.matches(&table, person) {
            tables.push(table);
        }
    }
    // The end of the list, unless it was cut off.
    let last = last.filter(|_| looked_at < all || all == MOST_READ as usize);
    Ok(Tables { tables, before: last.as_ref().map(|last| last.changed), next: last.map(|last| last.to_string()) })
}

/// Lists your tables: the unfinished ones, where you sit or that you opened, each with the seat to move; or those where
/// you played to the end, a page at a time. Private ones are among them.
#[utoipa::path(
    get, path = "/api/me/tables", tag = "tables", security(("key" = ["read"])), params(HistoryFilter),
    responses(
        (status = 200, description = "The latest hundred of them, or a page of finished ones, latest first", body = Tables),
        BadRequest, KeyRequired, RetryLater
    )
)]
pub async fn mine(
    State(app): State<Arc<AppState>>,
    Caller(by): Caller,
    QueryParams(wanted): QueryParams<HistoryFilter>,
) -> Result<Json<Tables>, ApiError> {
    by.require_scope(Scope::Read)?;
    let me = by.me.id.as_str();
    match wanted.state {
        Some(Progress::Over) => return Ok(Json(page(&app, me, &wanted, Some(me)).await?)),
        Some(Progress::Closed) => {
            let why = text!("`state` must be open, playing or over", "`state` doit être open, playing ou over");
            return Err(Problem::new(Code::Invalid, why).into());
        }
        _ => {}
    }
    let tables = app.store.unfinished_of(me, MOST_UNFINISHED).await?;
    let mut tables = app.hub.summaries(&tables).await?;
    tables.retain(|table| {
        wanted.state.is_none_or(|state| table.state == state)
            && wanted.game.as_ref().is_none_or(|game| table.game == *game)
            && wanted.before.is_none_or(|before| table.changed < before)
            && wanted.matches(table, me)
    });
    Ok(Json(Tables { tables, before: None, next: None }))
}

/// Lists the finished games of a person, latest first: public ones, and private ones where you played too.
#[utoipa::path(
    get, path = "/api/people/{id}/tables", tag = "people", security((), ("key" = ["read"])),
    params(("id" = String, Path, description = "The id of the person"), HistoryFilter),
    responses(
        (status = 200, description = "A page of at most fifty games; it may be short although there is a next one", body = Tables),
        BadRequest, NotFound, RetryLater
    )
)]
pub async fn of_person(
    State(app): State<Arc<AppState>>,
    MaybeCaller(by): MaybeCaller,
    PathName(id): PathName,
    QueryParams(wanted): QueryParams<HistoryFilter>,
) -> Result<Json<Tables>, ApiError> {
    app.store.person(&id).await?.ok_or_else(unknown)?;
    if wanted.state.is_some_and(|state| state != Progress::Over) {
        let why = text!("`state` can only be over here", "`state` ne peut être que over ici");
        return Err(Problem::new(Code::Invalid, why).into());
    }
    Ok(Json(page(&app, &id, &wanted, reader(by.as_ref())).await?))
}

/// The reader whose private games count: a key must allow to read.
fn reader(by: Option<&Authenticated>) -> Option<&str> {
    by.filter(|by| by.require_scope(Scope::Read).is_ok()).map(|by| by.me.id.as_str())
}

/// Returns the public profile of a person: since when they play here, their ratings, and what they have won lately.
#[utoipa::path(
    get, path = "/api/people/{id}", tag = "people", security((), ("key" = ["read"])),
    params(("id" = String, Path, description = "The id of the person")),
    responses((status = 200, description = "The profile", body = Profile), NotFound, RetryLater)
)]
pub async fn profile(
    State(app): State<Arc<AppState>>,
    MaybeCaller(by): MaybeCaller,
    PathName(id): PathName,
) -> Result<Json<Profile>, ApiError> {
    let person = app.store.person(&id).await?.ok_or_else(unknown)?;
    let ratings = app.store.ratings_of(&id).await?.into_iter().map(rating_view).collect();
    let mut results: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for table in finished(&app, &id, None, None).await?.iter().filter(|table| is_visible(table, reader(by.as_ref()))) {
        let result = result_of(table, &id);
        if result != GameResult::None {
            let (games, wins) = results.entry(table.game.clone()).or_default();
            (*games, *wins) = (*games + 1, *wins + u32::from(result == GameResult::Won));
        }
    }
    let results = results.into_iter().map(|(game, (games, wins))| GameResults { game, games, wins }).collect();
    let (account, since) = (person.account, person.made);
    Ok(Json(Profile { person: Person { id, name: person.name, guest: !account }, account, ratings, since, results }))
}

/// Lists the people whom you met in your latest games, the latest first.
#[utoipa::path(
    get, path = "/api/me/opponents", tag = "people", security(("key" = ["read"])),
    responses((status = 200, description = "At most twenty people", body = Vec<Opponent>), KeyRequired, RetryLater)
)]
pub async fn opponents(State(app): State<Arc<AppState>>, Caller(by): Caller) -> Result<Json<Vec<Opponent>>, ApiError> {
    by.require_scope(Scope::Read)?;
    let mut met: Vec<Opponent> = Vec::new();
    for table in finished(&app, &by.me.id, None, None).await? {
        for seat in table.seats {
            let Some(Who::Person(person)) = seat.who else { continue };
            // An erased person has no name.
            if person.id == by.me.id || person.name.is_empty() {
                continue;
            }
            let has_room = met.len() < MOST_OPPONENTS;
            match met.iter_mut().find(|known| known.person.id == person.id) {
                Some(known) => known.games += 1,
                None if has_room => {
                    let (id, game, at) = (table.table.clone(), table.game.clone(), table.changed);
                    met.push(Opponent { person, games: 1, table: id, game, at });
                }
                None => {}
            }
        }
    }
    Ok(Json(met))
}
