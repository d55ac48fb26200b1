//! The pages: embedded in the binary, compressed at build time, cached by hash, with strict security headers.

use std::borrow::Cow;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use tablee_core::Lang;

/// The page for all paths without a file. Its script reads the path (client-side routing).
pub const HOME: &str = "index.html";

/// Files in this folder have a hash in their name, so they never change.
const HASHED: &str = "assets/";

/// What a page may load: nothing of other sites. The other security headers are in `headers.rs`.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; \
     connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The precompressed encodings, smallest first: the name in HTTP, and the file extension.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// A router that serves these pages.
pub fn router<P: RustEmbed + 'static>() -> Router {
    with_page_policy(Router::new().fallback(answer::<P>))
}

/// The same routes, with the content security policy of the pages.
pub(crate) fn with_page_policy(router: Router) -> Router {
    router.layer(map_response(strict))
}

/// The home page, if this binary has pages.
pub(crate) fn home<P: RustEmbed>() -> Option<String> {
    String::from_utf8(P::get(HOME)?.data.into_owned()).ok()
}

/// The language that a browser asks for; English if it asks for none of ours.
pub(crate) fn reader_language(request: &HeaderMap) -> Lang {
    let lang = listed(request, header::ACCEPT_LANGUAGE).find_map(|code| Lang::from_code(code.split(';').next()?));
    lang.unwrap_or_default()
}

async fn strict(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    response
}

async fn answer<P: RustEmbed>(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let mut refused = crate::api::method_not_allowed().await;
        refused.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return refused;
    }
    // Not decoded: our file names need no escapes. A path with `..` is not the name of any file.
    let name = uri.path().trim_start_matches('/');
    let last = name.rsplit('/').next().unwrap_or_default();
    let compressed = ENCODINGS.iter().any(|(_, ending)| name.ends_with(ending));
    match P::get(name) {
        Some(file) if !compressed => serve::<P>(name, file, &headers),
        None if !last.contains('.') => match P::get(HOME) {
            Some(home) => serve::<P>(HOME, home, &headers),
            None => not_found(&headers),
        },
        _ => not_found(&headers),
    }
}

/// The file in the best encoding that the browser accepts, or 304 if its copy is current.
fn serve<P: RustEmbed>(name: &str, plain: EmbeddedFile, request: &HeaderMap) -> Response {
    let best = ENCODINGS.iter().find_map(|(encoding, ending)| {
        let file = accepts(request, encoding).then(|| P::get(&format!("{name}{ending}")))??;
        Some((file, Some(*encoding)))
    });
    let (file, encoding) = best.unwrap_or((plain, None));
    let tag = tag_of(&file);
    let known = listed(request, header::IF_NONE_MATCH).any(|known| known == "*" || known.trim_start_matches("W/") == tag);
    let mut response = if known { StatusCode::NOT_MODIFIED.into_response() } else { body_of(file).into_response() };
    let headers = response.headers_mut();
    let cached = if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cached));
    headers.insert(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
    headers.extend(HeaderValue::try_from(tag).map(|tag| (header::ETAG, tag)));
    if !known {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
        headers.extend(encoding.map(|encoding| (header::CONTENT_ENCODING, HeaderValue::from_static(encoding))));
    }
    response
}

pub(crate) fn not_found(request: &HeaderMap) -> Response {
    let said = reader_language(request).pick("there is nothing at this address", "il n’y a rien à cette adresse");
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (StatusCode::NOT_FOUND, kind, format!("{said}\n")).into_response()
}

/// The items of a header with a list.
fn listed(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Whether the browser accepts an encoding; `q=0` means that it does not.
fn accepts(request: &HeaderMap, encoding: &str) -> bool {
    listed(request, header::ACCEPT_ENCODING).any(|accepted| {
        let (name, weight) = accepted.split_once(';').unwrap_or((accepted, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0));
        name.trim().eq_ignore_ascii_case(encoding) && weight > 0.0
    })
}

/// The ETag of a file: a hash of its content.
fn tag_of(file: &EmbeddedFile) -> String {
    // Half of the hash is enough to distinguish our files.
    let hash = file.metadata.sha256_hash().iter().take(16).fold(String::new(), |hash, byte| format!("{hash}{byte:02x}"));
    format!("\"{hash}\"")
}

fn body_of(file: EmbeddedFile) -> Body {
    Body::from(match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    })
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
