//! Who one is, and who others are.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use tablee_games::GameId;
use tablee_protocol::{Credentials, Export, Me, NewPerson, Person, Profile, RatingView, SignedIn};

use super::Refusal;
use super::extract::{Body, Named, Who, unknown};
use super::openapi::{Busy, Clash, KeyWanted, NotReadable, NotThere, WrongPhrase};
use crate::app_state::AppState;
use crate::limits::Address;
use crate::personal_data::rating_view;

/// How many of the best are told.
const MOST_RATINGS: u32 = 100;

/// Somebody new: a name, and a secret key that proves it from now on. No account is needed.
#[utoipa::path(
    post, path = "/api/people", tag = "people", security(()), request_body = NewPerson,
    responses((status = 201, description = "The key, whose secret is said this once", body = SignedIn), NotReadable, Clash, Busy)
)]
pub async fn new_person(
    State(app): State<Arc<AppState>>,
    address: Address,
    Body(new): Body<NewPerson>,
) -> Result<(StatusCode, Json<SignedIn>), Refusal> {
    app.limits.new_person(address)?;
    Ok((StatusCode::CREATED, Json(app.people.new_guest(&new.name).await?)))
}

/// Comes back to an account: a new key for its name and pass phrase.
#[utoipa::path(
    post, path = "/api/sign-in", tag = "people", security(()), request_body = Credentials,
    responses((status = 200, description = "The key, whose secret is said this once", body = SignedIn), NotReadable, WrongPhrase, Busy)
)]
pub async fn sign_in(
    State(app): State<Arc<AppState>>,
    address: Address,
    Body(said): Body<Credentials>,
) -> Result<Json<SignedIn>, Refusal> {
    app.limits.sign_in(address, &said.name)?;
    Ok(Json(app.people.sign_in(&said).await?))
}

/// Drops the key that asks.
#[utoipa::path(
    post, path = "/api/sign-out", tag = "people", security(("key" = [])),
    responses((status = 204, description = "The key can no longer be used"), KeyWanted, Busy)
)]
pub async fn sign_out(State(app): State<Arc<AppState>>, Who(by): Who) -> Result<StatusCode, Refusal> {
    app.people.sign_out(&by).await?;
    app.hub.disconnect(&by.me.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Who one is.
#[utoipa::path(
    get, path = "/api/me", tag = "people", security(("key" = [])),
    responses((status = 200, description = "Who one is", body = Me), KeyWanted, Busy)
)]
pub async fn me(Who(by): Who) -> Json<Me> {
    Json(by.me)
}

/// Takes another name. At tables where one is already, the old one stays.
#[utoipa::path(
    patch, path = "/api/me", tag = "people", security(("key" = ["manage"])), request_body = NewPerson,
    responses((status = 200, description = "Who one is now", body = Me), NotReadable, KeyWanted, Clash, Busy)
)]
pub async fn rename(State(app): State<Arc<AppState>>, Who(by): Who, Body(new): Body<NewPerson>) -> Result<Json<Me>, Refusal> {
    let me = app.people.rename(&by, &new.name).await?;
    // Whoever is connected comes back by themselves, under the new name.
    app.hub.disconnect(&me.id);
    Ok(Json(me))
}

/// Erases everything about oneself: games being played are given up, name and words disappear from all tables, ratings and keys are
/// deleted.
#[utoipa::path(
    delete, path = "/api/me", tag = "people", security(("key" = ["manage"])),
    responses((status = 204, description = "Nobody knows who that was"), KeyWanted, Busy)
)]
pub async fn erase(State(app): State<Arc<AppState>>, Who(by): Who) -> Result<StatusCode, Refusal> {
    app.erase(&by).await?;
    app.hub.disconnect(&by.me.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a guest an account, to come back from another device.
#[utoipa::path(
    post, path = "/api/me/account", tag = "people", security(("key" = ["manage"])), request_body = Credentials,
    responses((status = 200, description = "Who one is now", body = Me), NotReadable, KeyWanted, Clash, Busy)
)]
pub async fn make_account(
    State(app): State<Arc<AppState>>,
    address: Address,
    Who(by): Who,
    Body(said): Body<Credentials>,
) -> Result<Json<Me>, Refusal> {
    app.limits.sign_in(address, &said.name)?;
    let me = app.people.make_account(&by, &said).await?;
    app.hub.disconnect(&me.id);
    Ok(Json(me))
}

/// Everything that is kept about oneself.
#[utoipa::path(
    get, path = "/api/me/export", tag = "people", security(("key" = ["read"])),
    responses((status = 200, description = "All of it", body = Export), KeyWanted, Busy)
)]
pub async fn export(
    State(app): State<Arc<AppState>>,
    Who(by): Who,
) -> Result<([(HeaderName, &'static str); 1], Json<Export>), Refusal> {
    app.limits.export(&by.me.id)?;
    let name = [(header::CONTENT_DISPOSITION, "attachment; filename=\"tablee.json\"")];
    Ok((name, Json(app.export(&by).await?)))
}

/// Somebody, with what is public about them.
#[utoipa::path(
    get, path = "/api/people/{id}", tag = "people", security(()),
    params(("id" = String, Path, description = "The id of the person")),
    responses((status = 200, description = "Who that is", body = Profile), NotThere, Busy)
)]
pub async fn profile(State(app): State<Arc<AppState>>, Named(id): Named) -> Result<Json<Profile>, Refusal> {
    let person = app.store.person(&id).await?.ok_or_else(unknown)?;
    let ratings = app.store.ratings_of(&id).await?.into_iter().map(rating_view).collect();
    Ok(Json(Profile { person: Person { id, name: person.name }, account: person.account, ratings }))
}

/// The best at a game, people and bots alike, the best first.
#[utoipa::path(
    get, path = "/api/ratings/{game}", tag = "people", security(()),
    params(("game" = String, Path, description = "The game's id", example = "kumata")),
    responses((status = 200, description = "The best hundred", body = Vec<RatingView>), NotThere, Busy)
)]
pub async fn ratings(State(app): State<Arc<AppState>>, Named(game): Named) -> Result<Json<Vec<RatingView>>, Refusal> {
    GameId::from_name(&game).ok_or_else(unknown)?;
    Ok(Json(app.store.best(&game, MOST_RATINGS).await?.into_iter().map(rating_view).collect()))
}
