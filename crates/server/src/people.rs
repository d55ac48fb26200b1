//! Who somebody is: guests, accounts, and the keys by which people and their programs are known.
//!
//! A key is `tk_ID_SECRET`. The id is no secret and finds the key; of the secret only the SHA-256 is kept, which is enough for
//! 160 random bits. Pass phrases, which people choose, are kept as argon2id.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tablee_core::{Text, text};
use tablee_protocol::{Act, Code, Command, Credentials, KeyView, Me, NewToken, Person, Problem, Scope, SignedIn, TokenMade};
use tokio::sync::Semaphore;

use crate::store::people::{AccountRow, KeyRow, PersonRow};
use crate::store::{Store, StoreError};
use crate::{secrets, validation};

/// What a browser's key may be used for: everything.
const ALL: [Scope; 4] = [Scope::Play, Scope::Chat, Scope::Read, Scope::Manage];

/// How many keys one has at most, for programs and for browsers each.
const MOST_KEYS: usize = 20;

/// How many keys are remembered, and for how long: each message of a program brings one.
const KEY_CACHE_SIZE: usize = 8192;
pub(crate) const KEY_CACHE_TIME: Duration = Duration::from_secs(60);

/// How many pass phrases are looked at at once, since each takes 19 MB and a good part of a processor; and how long the others wait.
const PHRASES_AT_ONCE: usize = 2;
const PATIENCE: Duration = Duration::from_secs(10);

/// The pass phrase of nobody: looked at when there is no such account, so that this takes as long.
const DUMMY_PHRASE_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGlzIGhlcmUu$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Somebody who came with a valid key.
#[derive(Clone, PartialEq, Debug)]
pub struct Authenticated {
    /// Who.
    pub me: Me,
    /// The id of the key.
    pub key: String,
}

impl Authenticated {
    /// They as others see them.
    pub fn person(&self) -> Person {
        Person { id: self.me.id.clone(), name: self.me.name.clone() }
    }

    /// Whether the key may be used for this.
    ///
    /// # Errors
    /// If it may not.
    pub fn require_scope(&self, scope: Scope) -> Result<(), Problem> {
        if self.me.scopes.contains(&scope) {
            return Ok(());
        }
        let (en, fr) = match scope {
            Scope::Play => ("play", "jouer"),
            Scope::Chat => ("talk", "parler"),
            Scope::Read => ("see one's own games and data", "voir ses propres parties et données"),
            Scope::Manage => ("change who one is", "changer qui l’on est"),
        };
        Err(Problem::new(
            Code::Scope,
            Text { en: format!("this key may not be used to {en}"), fr: format!("cette clé ne permet pas de {fr}") },
        ))
    }

    /// Whether the key may be used for this at a table.
    ///
    /// # Errors
    /// If it may not.
    pub fn require_scope_for(&self, act: &Act) -> Result<(), Problem> {
        self.require_scope(if matches!(act, Act::Command(Command::Say { .. })) { Scope::Chat } else { Scope::Play })
    }
}

/// Everyone there is.
pub struct People {
    store: Arc<dyn Store>,
    key_cache: Mutex<HashMap<String, CachedKey>>,
    generation: AtomicU64,
    phrases: Arc<Semaphore>,
}

/// A key that was looked up not long ago.
struct CachedKey {
    hash: [u8; 32],
    signed: Authenticated,
    since: Instant,
}

impl People {
    /// The people in this store.
    pub fn new(store: Arc<dyn Store>) -> People {
        People {
            store,
            key_cache: Mutex::default(),
            generation: AtomicU64::new(0),
            phrases: Arc::new(Semaphore::new(PHRASES_AT_ONCE)),
        }
    }

    /// A number that changes whenever somebody's name or key does, or they are erased.
    fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Somebody new, without an account.
    ///
    /// # Errors
    /// If nobody can have this name.
    pub async fn new_guest(&self, name: &str) -> Result<SignedIn, Problem> {
        let name = validation::validate_name(name).map_err(invalid)?;
        self.check_name_is_free(&name, None).await?;
        let person = PersonRow { id: secrets::random_id(), name, account: false, made: now() };
        let (key, row) = new_key(&person.id, "", &ALL);
        self.store.add_person(&person, &row).await?;
        Ok(SignedIn { key, me: me(&person, &row.scopes) })
    }

    /// Whose key this is.
    ///
    /// # Errors
    /// If it is nobody's.
    pub async fn authenticate(&self, key: &str) -> Result<Authenticated, Problem> {
        let (id, secret) = split_key(key).ok_or_else(bad_key)?;
        let hash = hash_of(secret);
        let matches = |known: &[u8; 32]| bool::from(known.ct_eq(&hash));
        let remembered = self
            .key_cache()
            .get(id)
            .filter(|known| known.since.elapsed() < KEY_CACHE_TIME)
            .map(|known| (known.hash, known.signed.clone()));
        if let Some((known, signed)) = remembered {
            return if matches(&known) { Ok(signed) } else { Err(bad_key()) };
        }
        let generation = self.generation();
        let (row, person) = self.store.key(id).await?.ok_or_else(bad_key)?;
        if !matches(&row.hash) {
            return Err(bad_key());
        }
        let signed = Authenticated { me: me(&person, &row.scopes), key: row.id };
        let mut known = self.key_cache();
        // What changed in the meantime must not be remembered as it was.
        if self.generation() == generation {
            if known.len() >= KEY_CACHE_SIZE {
                known.clear();
            }
            known.insert(id.to_owned(), CachedKey { hash, signed: signed.clone(), since: Instant::now() });
        }
        Ok(signed)
    }

    /// Gives somebody another name.
    ///
    /// # Errors
    /// If the key may not, or the name cannot be theirs.
    pub async fn rename(&self, by: &Authenticated, name: &str) -> Result<Me, Problem> {
        by.require_scope(Scope::Manage)?;
        let name = validation::validate_name(name).map_err(invalid)?;
        self.check_name_is_free(&name, Some(&by.me.id)).await?;
        let account = by.me.account.then(|| validation::account_key(&name));
        self.store.rename(&by.me.id, &name, account.as_deref()).await.map_err(or_taken)?;
        self.invalidate(&by.me.id);
        Ok(Me { name, ..by.me.clone() })
    }

    /// Makes a guest an account.
    ///
    /// # Errors
    /// If they have one, or the name is another's.
    pub async fn make_account(&self, by: &Authenticated, said: &Credentials) -> Result<Me, Problem> {
        by.require_scope(Scope::Manage)?;
        let name = validation::validate_name(&said.name).map_err(invalid)?;
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
        let account = AccountRow { account: validation::account_key(&name), name: name.clone(), phrase };
        self.store.make_account(&by.me.id, &account).await.map_err(or_taken)?;
        self.invalidate(&by.me.id);
        Ok(Me { name, account: true, ..by.me.clone() })
    }

    /// A new browser for somebody who has an account. Whether the name or the phrase is wrong, the answer is the same and takes as long.
    ///
    /// # Errors
    /// If they do not go together.
    pub async fn sign_in(&self, said: &Credentials) -> Result<SignedIn, Problem> {
        let found = self.store.account(&validation::account_key_from_input(&said.name)).await?;
        let (person, hash) = found.map_or((None, DUMMY_PHRASE_HASH.to_owned()), |(person, hash)| (Some(person), hash));
        // Longer than any there is: not worth the time.
        let phrase = if validation::validate_phrase(&said.phrase).is_ok() { said.phrase.clone() } else { String::new() };
        let right = self.with_phrase_permit(move || is_phrase(&phrase, &hash)).await?;
        let Some(person) = person.filter(|_| right) else {
            return Err(Problem::new(
                Code::WrongPhrase,
                text!(
                    "this name and this pass phrase do not go together",
                    "ce nom et cette phrase de passe ne vont pas ensemble"
                ),
            ));
        };
        let (key, row) = new_key(&person.id, "", &ALL);
        self.store.add_key(&row).await?;
        self.revoke_oldest_browser_keys(&person.id).await?;
        Ok(SignedIn { key, me: me(&person, &row.scopes) })
    }

    /// Drops the key that asks.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn sign_out(&self, by: &Authenticated) -> Result<(), Problem> {
        self.store.drop_key(&by.me.id, &by.key).await?;
        self.invalidate(&by.me.id);
        Ok(())
    }

    /// The keys that somebody has, the oldest first.
    ///
    /// # Errors
    /// If the key that asks may not see them.
    pub async fn keys(&self, by: &Authenticated) -> Result<Vec<KeyView>, Problem> {
        by.require_scope(Scope::Manage)?;
        self.key_views(by).await
    }

    /// The same for an export, which shows all that is kept.
    pub(crate) async fn key_views(&self, by: &Authenticated) -> Result<Vec<KeyView>, Problem> {
        let keys = self.store.keys_of(&by.me.id).await?;
        Ok(keys.iter().map(|key| view(key, &by.key)).collect())
    }

    /// A key for a program.
    ///
    /// # Errors
    /// If it has no name or no use, may do what only browsers may, or there are too many.
    pub async fn make_key(&self, by: &Authenticated, asked: &NewToken) -> Result<TokenMade, Problem> {
        by.require_scope(Scope::Manage)?;
        let label = validation::validate_name(&asked.label).map_err(invalid)?;
        let mut scopes = asked.scopes.clone();
        scopes.sort_unstable();
        scopes.dedup();
        if scopes.is_empty() || scopes.contains(&Scope::Manage) {
            return Err(invalid(text!(
                "a program's key is for one or more of: play, chat, read",
                "la clé d’un programme sert à une ou plusieurs de ces choses : play, chat, read"
            )));
        }
        let programs = self.store.keys_of(&by.me.id).await?.iter().filter(|key| !key.label.is_empty()).count();
        if programs >= MOST_KEYS {
            return Err(invalid(text!(
                "{MOST_KEYS} keys are enough: revoke one first",
                "{MOST_KEYS} clés suffisent : révoquez-en une d’abord"
            )));
        }
        let (key, row) = new_key(&by.me.id, &label, &scopes);
        self.store.add_key(&row).await?;
        Ok(TokenMade { key, view: view(&row, &by.key) })
    }

    /// Revokes a key.
    ///
    /// # Errors
    /// If one has no such key.
    pub async fn revoke(&self, by: &Authenticated, key: &str) -> Result<(), Problem> {
        by.require_scope(Scope::Manage)?;
        let had = self.store.drop_key(&by.me.id, key).await?;
        self.invalidate(&by.me.id);
        if had { Ok(()) } else { Err(Problem::new(Code::Unknown, text!("you have no such key", "vous n’avez pas cette clé"))) }
    }

    /// Forgets somebody, their keys and ratings. What they did at tables is erased there.
    ///
    /// # Errors
    /// If the key may not.
    pub async fn erase(&self, by: &Authenticated) -> Result<(), Problem> {
        by.require_scope(Scope::Manage)?;
        self.store.erase(&by.me.id).await?;
        self.invalidate(&by.me.id);
        Ok(())
    }

    /// Nobody goes by the name of another's account.
    async fn check_name_is_free(&self, name: &str, asker: Option<&str>) -> Result<(), Problem> {
        match self.store.account(&validation::account_key(name)).await? {
            Some((person, _)) if Some(person.id.as_str()) != asker => Err(taken()),
            _ => Ok(()),
        }
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

    /// Works on a pass phrase, a few at a time and beside everything else.
    async fn with_phrase_permit<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let turn = tokio::time::timeout(PATIENCE, self.phrases.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| Problem {
            wait: Some(10),
            ..Problem::new(
                Code::TooMuch,
                text!(
                    "too many people are signing in; try again in a moment",
                    "trop de gens se connectent ; réessayez dans un instant"
                ),
            )
        })?;
        let work = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        Ok(work.await.map_err(|error| StoreError::Unavailable(error.to_string()))?)
    }

    /// What is remembered of somebody is no longer so.
    pub(crate) fn invalidate(&self, person: &str) {
        let mut known = self.key_cache();
        self.generation.fetch_add(1, Ordering::AcqRel);
        known.retain(|_, known| known.signed.me.id != person);
    }

    /// Nothing that is remembered need be so any longer.
    pub(crate) fn invalidate_all(&self) {
        let mut known = self.key_cache();
        self.generation.fetch_add(1, Ordering::AcqRel);
        known.clear();
    }

    /// Whether somebody's key still is one: another server may have dropped it.
    ///
    /// # Errors
    /// If it is none any more.
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

/// Thousandths of a second since 1970.
fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64)
}

fn new_key(person: &str, label: &str, scopes: &[Scope]) -> (String, KeyRow) {
    let (id, secret) = (secrets::random_id(), secrets::random_secret());
    let key = format!("tk_{id}_{secret}");
    let hash = hash_of(&secret);
    (key, KeyRow { id, person: person.to_owned(), hash, label: label.to_owned(), scopes: scopes.to_vec(), made: now() })
}

fn hash_of(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// The id and the secret of a key, if it has the form of one.
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
    Problem::new(Code::BadKey, text!("this key is not valid, or no longer", "cette clé n’est pas valable, ou ne l’est plus"))
}

fn taken() -> Problem {
    Problem::new(Code::NameTaken, text!("this name belongs to somebody", "ce nom appartient à quelqu’un"))
}

fn or_taken(error: StoreError) -> Problem {
    match error {
        StoreError::Conflict => taken(),
        StoreError::Unavailable(_) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use argon2::Params;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nobodys_phrase_takes_as_long_as_anybodys() {
        let nobodys = PasswordHash::new(DUMMY_PHRASE_HASH).expect("it has the form of a hash");
        let anybodys = Argon2::default().hash_password(b"correct horse battery").expect("it can be hashed");
        assert_eq!(
            (nobodys.algorithm, nobodys.version, &nobodys.params),
            (anybodys.algorithm, anybodys.version, &anybodys.params)
        );
        assert_eq!(Params::try_from(&nobodys).map(|params| params.m_cost()), Ok(19_456));
        assert_eq!(nobodys.hash.map(|hash| hash.len()), anybodys.hash.map(|hash| hash.len()));
        assert!(is_phrase("correct horse battery", &anybodys.to_string()));
        assert!(!is_phrase("correct horse batterie", &anybodys.to_string()) && !is_phrase("", DUMMY_PHRASE_HASH));
    }

    #[test]
    fn a_key_has_two_parts() {
        let (key, row) = new_key("anna", "", &ALL);
        let (id, secret) = split_key(&key).expect("it has the form of a key");
        assert_eq!((id, hash_of(secret)), (row.id.as_str(), row.hash));
        assert!(!key.contains("anna"));
    }

    proptest! {
        #[test]
        fn only_words_are_keys(key in "(tk)?_?[a-z2-9_%/]{0,20}_?\\PC{0,8}") {
            if let Some((id, secret)) = split_key(&key) {
                prop_assert_eq!(format!("tk_{id}_{secret}"), key.as_str());
                prop_assert!(!id.contains('_') && !secret.contains('_'));
            }
        }
    }
}
