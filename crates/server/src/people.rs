//! People: guests, accounts, and authentication by keys.
//!
//! A key is `tk_ID_SECRET`. The id is public and finds the key. Of the secret only the SHA-256 is stored, which is
//! enough for 160 random bits. Passphrases, which people choose, are stored as argon2id hashes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tablee_core::{Text, text};
use tablee_protocol::{Act, Code, Command, Credentials, KeyView, Me, NewToken, Person, Problem, Scope, SignedIn, TokenMade};
use tokio::sync::Semaphore;

use crate::addresses::NotedAddresses;
use crate::limits::Address;
use crate::store::people::{AccountKeys, AccountRow, KeyRow, PersonRow};
use crate::store::{Store, StoreError};
use crate::table::now;
use crate::{secrets, validation};

/// The scopes of a browser's key: all of them.
const ALL: [Scope; 4] = [Scope::Play, Scope::Chat, Scope::Read, Scope::Manage];

/// How many keys a person may have for programs, and as many for browsers.
const MOST_KEYS: usize = 20;

/// How many keys are cached, and for how long: every request over HTTP comes with one.
const KEY_CACHE_SIZE: usize = 8192;
pub(crate) const KEY_CACHE_TIME: Duration = Duration::from_secs(60);

/// How often the use of a key is noted.
const NOTE_USE_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// How many passphrases are hashed at once, since each takes 19 MB and much processor time; and how long others wait.
const PHRASES_AT_ONCE: usize = 2;
const PHRASE_TIMEOUT: Duration = Duration::from_secs(10);

/// A hash that no phrase matches. It is verified when there is no such account, so that both cases take equally long.
const DUMMY_PHRASE_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGlzIGhlcmUu$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A person authenticated by a valid key.
#[derive(Clone, PartialEq, Debug)]
pub struct Authenticated {
    /// The person, and the scopes of the key.
    pub me: Me,
    /// The id of the key.
    pub key: String,
}

impl Authenticated {
    /// The person as others see them.
    pub fn person(&self) -> Person {
        Person { id: self.me.id.clone(), name: self.me.name.clone(), guest: !self.me.account }
    }

    /// Checks that the key has a scope.
    ///
    /// # Errors
    /// If it does not.
    pub fn require_scope(&self, scope: Scope) -> Result<(), Problem> {
        if self.me.scopes.contains(&scope) {
            return Ok(());
        }
        let (en, fr) = match scope {
            Scope::Play => ("play", "jouer"),
            Scope::Chat => ("chat", "participer à la discussion"),
            Scope::Read => ("see your games and data", "voir vos parties et vos données"),
            Scope::Manage => ("change your name and account", "modifier votre nom et votre compte"),
        };
        Err(Problem::new(
            Code::Scope,
            Text { en: format!("this key does not allow you to {en}"), fr: format!("cette clé ne permet pas de {fr}") },
        ))
    }

    /// Checks that the key has the scope that an act needs.
    ///
    /// # Errors
    /// If it does not.
    pub fn require_scope_for(&self, act: &Act) -> Result<(), Problem> {
        self.require_scope(if matches!(act, Act::Command(Command::Say { .. } | Command::Quick { .. })) {
            Scope::Chat
        } else {
            Scope::Play
        })
    }
}

/// All people, and a cache of their keys.
pub struct People {
    store: Arc<dyn Store>,
    key_cache: Mutex<HashMap<String, CachedKey>>,
    generation: AtomicU64,
    phrases: Arc<Semaphore>,
    addresses: NotedAddresses,
}

/// A key that was looked up lately.
struct CachedKey {
    hash: [u8; 32],
    signed: Authenticated,
    since: Instant,
}

impl People {
    /// The people of this store.
    pub fn new(store: Arc<dyn Store>) -> People {
        People {
            store,
            key_cache: Mutex::default(),
            generation: AtomicU64::new(0),
            phrases: Arc::new(Semaphore::new(PHRASES_AT_ONCE)),
            addresses: NotedAddresses::default(),
        }
    }

    /// Notes from where a person comes.
    pub(crate) async fn note_address(&self, me: &Me, address: Address) {
        if let Some(noting) = self.addresses.note(&self.store, me, address) {
            // An error is in the log.
            let _ = noting.await;
        }
    }

    /// A number that grows with every change of a name or key, so that the cache gets no outdated entries.
    fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Creates a guest: a person without an account.
    ///
    /// # Errors
    /// If the name is invalid or taken.
    pub async fn new_guest(&self, name: &str) -> Result<SignedIn, Problem> {
        let name = validation::validate_person_name(name).map_err(invalid)?;
        self.check_name_is_free(&name, None).await?;
        let person = PersonRow { id: secrets::random_id(), name, account: false, made: now() };
        let (key, row) = new_key(&person.id, "", &ALL);
        self.store.add_person(&person, &row).await?;
        Ok(SignedIn { key, me: me(&person, &row.scopes) })
    }

    /// Authenticates a key.
    ///
    /// # Errors
    /// If the key is not valid.
    pub async fn authenticate(&self, key: &str) -> Result<Authenticated, Problem> {
        let (id, secret) = split_key(key).ok_or_else(bad_key)?;
        let hash = hash_of(secret);
        let matches = |known: &[u8; 32]| bool::from(known.ct_eq(&hash));
        let cached = self
            .key_cache()
            .get(id)
            .filter(|known| known.since.elapsed() < KEY_CACHE_TIME)
            .map(|known| (known.hash, known.signed.clone()));
        if let Some((known, signed)) = cached {
            return if matches(&known) { Ok(signed) } else { Err(bad_key()) };
        }
        let generation = self.generation();
        let (row, person) = self.store.key(id).await?.ok_or_else(bad_key)?;
        if !matches(&row.hash) {
            return Err(bad_key());
        }
        self.note_use(&row);
        let signed = Authenticated { me: me(&person, &row.scopes), key: row.id };
        let mut known = self.key_cache();
        // If anything changed meanwhile, the row may be outdated and is not cached.
        if self.generation() == generation {
            if known.len() >= KEY_CACHE_SIZE {
                known.clear();
            }
            known.insert(id.to_owned(), CachedKey { hash, signed: signed.clone(), since: Instant::now() });
        }
        Ok(signed)
    }

    /// Notes that a key is in use, once a day. Keys that nobody uses are forgotten.
    fn note_use(&self, key: &KeyRow) {
        let now = now();
        if now.saturating_sub(key.used) >= NOTE_USE_EVERY.as_millis() as u64 {
            let (store, key) = (self.store.clone(), key.id.clone());
            // If this fails, the next request notes it.
            tokio::spawn(async move { store.note_key_use(&key, now).await });
        }
    }

    /// Changes a person's name.
    ///
    /// # Errors
    /// If the key lacks the scope, or the name is invalid or taken.
    pub async fn rename(&self, by: &Authenticated, name: &str) -> Result<Me, Problem> {
        by.require_scope(Scope::Manage)?;
        let name = validation::validate_person_name(name).map_err(invalid)?;
        self.check_name_is_free(&name, Some(&by.me.id)).await?;
        let keys = by.me.account.then(|| account_keys(&name));
        self.store.rename(&by.me.id, &name, keys.as_ref()).await.map_err(or_taken)?;
        self.invalidate(&by.me.id);
        Ok(Me { name, ..by.me.clone() })
    }

    /// Creates an account for a guest.
    ///
    /// # Errors
    /// If they have an account, or the name is taken.
    pub async fn make_account(&self, by: &Authenticated, said: &Credentials) -> Result<Me, Problem> {
        by.require_scope(Scope::Manage)?;
        let name = validation::validate_person_name(&said.name).map_err(invalid)?;
        validation::validate_phrase(&said.phrase).map_err(invalid)?;
        if by.me.account {
            return Err(invalid(text!("you have an account already", "vous avez déjà un compte")));
        }
        self.check_name_is_free(&name, Some(&by.me.id)).await?;
        let phrase = said.phrase.clone();
        let hashed = self
            .with_phrase_permit(move || Argon2::default().hash_password(phrase.as_bytes()).map(|hash| hash.to_string()))
            .await?;
        let phrase = hashed.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let account = AccountRow { keys: account_keys(&name), name: name.clone(), phrase };
        self.store.make_account(&by.me.id, &account).await.map_err(or_taken)?;
        self.invalidate(&by.me.id);
        Ok(Me { name, account: true, ..by.me.clone() })
    }

    /// Signs in to an account, with a new key for this browser. A wrong name and a wrong phrase get the same answer,
    /// and take equally long.
    ///
    /// # Errors
    /// If name or phrase are wrong.
    pub async fn sign_in(&self, said: &Credentials) -> Result<SignedIn, Problem> {
        let found = self.store.account(&validation::account_key_from_input(&said.name)).await?;
        let (person, hash) = found.map_or((None, DUMMY_PHRASE_HASH.to_owned()), |(person, hash)| (Some(person), hash));
        // An invalid phrase cannot match, so a long one is not hashed.
        let phrase = if validation::validate_phrase(&said.phrase).is_ok() { said.phrase.clone() } else { String::new() };
        let right = self.with_phrase_permit(move || is_phrase(&phrase, &hash)).await?;
        let Some(person) = person.filter(|_| right) else {
            return Err(Problem::new(Code::WrongPhrase, text!("wrong name or passphrase", "nom ou phrase de passe incorrects")));
        };
        let (key, row) = new_key(&person.id, "", &ALL);
        self.store.add_key(&row).await?;
        self.revoke_oldest_browser_keys(&person.id).await?;
        Ok(SignedIn { key, me: me(&person, &row.scopes) })
    }

    /// Revokes the key of the request.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn sign_out(&self, by: &Authenticated) -> Result<(), Problem> {
        self.store.drop_key(&by.me.id, &by.key).await?;
        self.invalidate(&by.me.id);
        Ok(())
    }

    /// A person's keys, oldest first.
    ///
    /// # Errors
    /// If the key lacks the scope.
    pub async fn keys(&self, by: &Authenticated) -> Result<Vec<KeyView>, Problem> {
        by.require_scope(Scope::Manage)?;
        self.key_views(by).await
    }

    /// A person's keys, for the export of all their data.
    pub(crate) async fn key_views(&self, by: &Authenticated) -> Result<Vec<KeyView>, Problem> {
        let keys = self.store.keys_of(&by.me.id).await?;
        Ok(keys.iter().map(|key| view(key, &by.key)).collect())
    }

    /// Creates a key for a program.
    ///
    /// # Errors
    /// If label or scopes are invalid, or the person has too many keys.
    pub async fn make_key(&self, by: &Authenticated, asked: &NewToken) -> Result<TokenMade, Problem> {
        by.require_scope(Scope::Manage)?;
        let label = validation::validate_name(&asked.label).map_err(invalid)?;
        let mut scopes = asked.scopes.clone();
        scopes.sort_unstable();
        scopes.dedup();
        if scopes.is_empty() || scopes.contains(&Scope::Manage) {
            return Err(invalid(text!(
                "a program's key allows one or more of: play, chat, read",
                "la clé d’un programme permet une ou plusieurs de ces actions : play, chat, read"
            )));
        }
        let programs = self.store.keys_of(&by.me.id).await?.iter().filter(|key| !key.label.is_empty()).count();
        if programs >= MOST_KEYS {
            return Err(invalid(text!(
                "you already have {MOST_KEYS} keys: revoke one first",
                "vous avez déjà {MOST_KEYS} clés : révoquez-en une d’abord"
            )));
        }
        let (key, row) = new_key(&by.me.id, &label, &scopes);
        self.store.add_key(&row).await?;
        Ok(TokenMade { key, view: view(&row, &by.key) })
    }

    /// Revokes a key.
    ///
    /// # Errors
    /// If the person has no such key.
    pub async fn revoke(&self, by: &Authenticated, key: &str) -> Result<(), Problem> {
        by.require_scope(Scope::Manage)?;
        let had = self.store.drop_key(&by.me.id, key).await?;
        self.invalidate(&by.me.id);
        if had { Ok(()) } else { Err(Problem::new(Code::Unknown, text!("you have no such key", "vous n’avez pas cette clé"))) }
    }

    /// Deletes a person with their keys and ratings. `personal_data.rs` erases their traces at tables.
    ///
    /// # Errors
    /// If the key lacks the scope.
    pub async fn erase(&self, by: &Authenticated) -> Result<(), Problem> {
        by.require_scope(Scope::Manage)?;
        self.store.for_long_work().erase(&by.me.id).await?;
        self.invalidate(&by.me.id);
        Ok(())
    }

    /// Checks that a name neither is the name of another person's account nor looks like it.
    async fn check_name_is_free(&self, name: &str, asker: Option<&str>) -> Result<(), Problem> {
        let AccountKeys { account, looks } = account_keys(name);
        let same = self.store.account(&account).await?.map(|(person, _)| person.id);
        let alike = self.store.account_that_looks(&looks).await?;
        let others = [same, alike].into_iter().flatten().any(|person| Some(person.as_str()) != asker);
        if others { Err(taken()) } else { Ok(()) }
    }

    async fn revoke_oldest_browser_keys(&self, person: &str) -> Result<(), Problem> {
        let keys = self.store.keys_of(person).await?;
        let browsers: Vec<_> = keys.iter().filter(|key| key.label.is_empty()).collect();
        for old in &browsers[..browsers.len().saturating_sub(MOST_KEYS)] {
            self.store.drop_key(person, &old.id).await?;
            self.invalidate(person);
        }
        Ok(())
    }

    /// Hashes or verifies a passphrase on a thread for blocking work, a few at once.
    async fn with_phrase_permit<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let permit = tokio::time::timeout(PHRASE_TIMEOUT, self.phrases.clone().acquire_owned()).await;
        let permit = permit.map_err(|_| Problem {
            wait: Some(10),
            ..Problem::new(
                Code::TooMuch,
                text!(
                    "too many people are signing in; try again in a moment",
                    "trop de personnes se connectent en même temps ; réessayez dans un instant"
                ),
            )
        })?;
        let work = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        Ok(work.await.map_err(|error| StoreError::Unavailable(error.to_string()))?)
    }

    /// Removes a person's keys from the cache.
    pub(crate) fn invalidate(&self, person: &str) {
        let mut known = self.key_cache();
        self.generation.fetch_add(1, Ordering::AcqRel);
        known.retain(|_, known| known.signed.me.id != person);
    }

    /// Clears the cache.
    pub(crate) fn invalidate_all(&self) {
        let mut known = self.key_cache();
        self.generation.fetch_add(1, Ordering::AcqRel);
        known.clear();
    }

    /// Checks in the store that a key is still valid: another node may have revoked it.
    ///
    /// # Errors
    /// If it is no longer valid.
    pub(crate) async fn recheck_key(&self, signed: &Authenticated) -> Result<(), Problem> {
        match self.store.key(&signed.key).await? {
            Some((_, person)) if person.id == signed.me.id => Ok(()),
            _ => Err(bad_key()),
        }
    }

    fn key_cache(&self) -> MutexGuard<'_, HashMap<String, CachedKey>> {
        self.key_cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn new_key(person: &str, label: &str, scopes: &[Scope]) -> (String, KeyRow) {
    let (id, secret) = (secrets::random_id(), secrets::random_secret());
    let key = format!("tk_{id}_{secret}");
    let hash = hash_of(&secret);
    let (person, label, scopes, made) = (person.to_owned(), label.to_owned(), scopes.to_vec(), now());
    (key, KeyRow { id, person, hash, label, scopes, made, used: made })
}

/// The keys of an account with this name.
pub(crate) fn account_keys(name: &str) -> AccountKeys {
    AccountKeys { account: validation::account_key(name), looks: validation::looks(name) }
}

fn hash_of(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// The id and the secret of a key, if it is well-formed.
fn split_key(key: &str) -> Option<(&str, &str)> {
    let (id, secret) = key.strip_prefix("tk_")?.split_once('_')?;
    let word = |word: &str| (1..=64).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_alphanumeric());
    (word(id) && word(secret)).then_some((id, secret))
}

fn is_phrase(phrase: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(phrase.as_bytes(), &hash).is_ok())
}

fn me(person: &PersonRow, scopes: &[Scope]) -> Me {
    Me { id: person.id.clone(), name: person.name.clone(), account: person.account, scopes: scopes.to_vec() }
}

fn view(key: &KeyRow, asking: &str) -> KeyView {
    KeyView { id: key.id.clone(), label: key.label.clone(), scopes: key.scopes.clone(), made: key.made, this: key.id == asking }
}

fn invalid(why: Text) -> Problem {
    Problem::new(Code::Invalid, why)
}

fn bad_key() -> Problem {
    Problem::new(
        Code::BadKey,
        text!("this key is not valid, or has been revoked", "cette clé n’est pas valide, ou a été révoquée"),
    )
}

fn taken() -> Problem {
    Problem::new(Code::NameTaken, text!("this name is already taken", "ce nom est déjà pris"))
}

fn or_taken(error: StoreError) -> Problem {
    match error {
        StoreError::Conflict => taken(),
        StoreError::Unavailable(_) | StoreError::Damaged(_) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use argon2::Params;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_dummy_hash_takes_as_long_as_a_real_one() {
        let dummy = PasswordHash::new(DUMMY_PHRASE_HASH).expect("it is a well-formed hash");
        let real = Argon2::default().hash_password(b"correct horse battery").expect("it can be hashed");
        assert_eq!((dummy.algorithm, dummy.version, &dummy.params), (real.algorithm, real.version, &real.params));
        assert_eq!(Params::try_from(&dummy).map(|params| params.m_cost()), Ok(19_456));
        assert_eq!(dummy.hash.map(|hash| hash.len()), real.hash.map(|hash| hash.len()));
        assert!(is_phrase("correct horse battery", &real.to_string()));
        assert!(!is_phrase("correct horse batterie", &real.to_string()) && !is_phrase("", DUMMY_PHRASE_HASH));
    }

    #[test]
    fn a_key_has_an_id_and_a_secret() {
        let (key, row) = new_key("anna", "", &ALL);
        let (id, secret) = split_key(&key).expect("it is a well-formed key");
        assert_eq!((id, hash_of(secret)), (row.id.as_str(), row.hash));
        assert!(!key.contains("anna"));
    }

    proptest! {
        #[test]
        fn only_well_formed_keys_are_split(key in "(tk)?_?[a-z2-9_%/]{0,20}_?\\PC{0,8}") {
            if let Some((id, secret)) = split_key(&key) {
                prop_assert_eq!(format!("tk_{id}_{secret}"), key.as_str());
                prop_assert!(!id.contains('_') && !secret.contains('_'));
            }
        }
    }
}
