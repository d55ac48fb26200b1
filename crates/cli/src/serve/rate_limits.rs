//! The settings of the rate limits.

use tablee_core::Label;

use super::settings::{Kind, Setting, label};
use super::values::{read_cap, read_rate, show_cap, show_rate};

const RATE: Label = label("A+B/min|off", "A+B/min|off");

macro_rules! rate {
    ($field:ident, $en:literal, $fr:literal) => {
        Setting {
            key: concat!("limits.", stringify!($field)),
            shape: RATE,
            help: label($en, $fr),
            kind: Kind::Text,
            set: |chosen, value| {
                chosen.server.limits.$field = read_rate(value)?;
                Ok(())
            },
            get: |chosen| show_rate(chosen.server.limits.$field),
        }
    };
}

macro_rules! cap {
    ($field:ident, $en:literal, $fr:literal) => {
        Setting {
            key: concat!("limits.", stringify!($field)),
            shape: label("N|off", "N|off"),
            help: label($en, $fr),
            kind: Kind::WholeOrText,
            set: |chosen, value| {
                chosen.server.limits.$field = read_cap(value)?;
                Ok(())
            },
            get: |chosen| show_cap(chosen.server.limits.$field),
        }
    };
}

/// The settings of rate limits, in the order of the help text.
pub const LIMITS: &[Setting] = &[
    rate!(
        requests_of_address,
        "requests from an address: A at once, then B per minute (default 2000+6000/min)",
        "requêtes venant d’une adresse : A d’un coup, puis B par minute (2000+6000/min par défaut)"
    ),
    rate!(
        files_of_address,
        "pages and files that an address asks for (default 10000+30000/min)",
        "pages et fichiers qu’une adresse demande (10000+30000/min par défaut)"
    ),
    rate!(
        requests_of_person,
        "requests of a person, and frames over their sockets (default 200+600/min)",
        "requêtes d’une personne, et messages sur ses connexions WebSocket (200+600/min par défaut)"
    ),
    rate!(
        bytes_of_address,
        "bytes that an address sends (default 20000000+20000000/min)",
        "octets qu’une adresse envoie (20000000+20000000/min par défaut)"
    ),
    rate!(
        bytes_of_person,
        "bytes that a person sends (default 2000000+2000000/min)",
        "octets qu’une personne envoie (2000000+2000000/min par défaut)"
    ),
    rate!(
        new_people,
        "new people from an address (default 60+10/min)",
        "nouvelles personnes venant d’une adresse (60+10/min par défaut)"
    ),
    rate!(
        sign_ins_of_address,
        "attempts to sign in from an address (default 30+10/min)",
        "tentatives de connexion depuis une adresse (30+10/min par défaut)"
    ),
    rate!(
        sign_ins_of_account,
        "wrong passphrases for an account from one address (default 10+2/min)",
        "phrases de passe incorrectes pour un compte depuis une adresse (10+2/min par défaut)"
    ),
    rate!(
        sign_ins_of_account_in_all,
        "wrong passphrases for an account from all addresses (default 200+30/min)",
        "phrases de passe incorrectes pour un compte depuis toutes les adresses (200+30/min par défaut)"
    ),
    rate!(new_tables, "new tables of a person (default 20+4/min)", "nouvelles tables d’une personne (20+4/min par défaut)"),
    rate!(chat, "chat messages of a person (default 10+30/min)", "messages de discussion d’une personne (10+30/min par défaut)"),
    rate!(
        moves_of_address,
        "lists of legal moves that an address asks for (default 200+1200/min)",
        "listes de coups permis qu’une adresse demande (200+1200/min par défaut)"
    ),
    rate!(
        moves_of_person,
        "lists of legal moves that a person asks for (default 60+300/min)",
        "listes de coups permis qu’une personne demande (60+300/min par défaut)"
    ),
    rate!(exports, "exports of a person's data (default 3+1/min)", "exports des données d’une personne (3+1/min par défaut)"),
    rate!(new_shares, "games that an address shares (default 30+6/min)", "parties qu’une adresse partage (30+6/min par défaut)"),
    rate!(
        pictures,
        "titles and pictures of previews made for an address (default 60+30/min)",
        "titres et images d’aperçus faits pour une adresse (60+30/min par défaut)"
    ),
    rate!(
        analyses_of_address,
        "analyses of finished games that an address asks for (default 30+3/min)",
        "analyses de parties terminées qu’une adresse demande (30+3/min par défaut)"
    ),
    rate!(
        analyses_of_person,
        "analyses of finished games that a person asks for (default 10+1/min)",
        "analyses de parties terminées qu’une personne demande (10+1/min par défaut)"
    ),
    rate!(
        searches_of_address,
        "searches for a player's tables that an address asks for (default 30+60/min)",
        "recherches des tables d’un joueur qu’une adresse demande (30+60/min par défaut)"
    ),
    rate!(
        changes_of_person,
        "changes of a person's name and keys (default 10+5/min)",
        "changements du nom et des clés d’une personne (10+5/min par défaut)"
    ),
    rate!(
        changes_of_address,
        "the same of all people of an address (default 60+30/min)",
        "les mêmes pour toutes les personnes d’une adresse (60+30/min par défaut)"
    ),
    rate!(
        answers_of_address,
        "bytes that the server answers to an address (default 100000000+100000000/min)",
        "octets que le serveur répond à une adresse (100000000+100000000/min par défaut)"
    ),
    cap!(
        watched_of_person,
        "tables that a person may watch at once, over all sockets (default 100)",
        "tables qu’une personne peut regarder à la fois, sur toutes ses connexions (100 par défaut)"
    ),
    cap!(
        watched_of_address,
        "tables that may be watched from an address at once (default 500)",
        "tables qu’on peut regarder à la fois depuis une adresse (500 par défaut)"
    ),
    cap!(
        idle_tables,
        "tables that stay in memory though nobody watches them (default 1000)",
        "tables qui restent en mémoire alors que personne ne les regarde (1000 par défaut)"
    ),
    cap!(
        tables_of_person,
        "unfinished tables that a person may have (default 50)",
        "tables en cours qu’une personne peut avoir (50 par défaut)"
    ),
    cap!(
        tables_of_address,
        "unfinished tables that the people of an address may have (default 1000)",
        "tables en cours que les personnes d’une adresse peuvent avoir (1000 par défaut)"
    ),
    cap!(
        bot_tables_of_address,
        "unfinished tables with bots that the people of an address may have (default 300)",
        "tables avec robots en cours que les personnes d’une adresse peuvent avoir (300 par défaut)"
    ),
    rate!(
        messages,
        "messages over one socket (default 100+600/min)",
        "messages sur une connexion WebSocket (100+600/min par défaut)"
    ),
    cap!(
        sockets_of_address,
        "sockets that an address may have open (default 1000)",
        "connexions WebSocket qu’une adresse peut avoir ouvertes (1000 par défaut)"
    ),
    cap!(
        sockets_of_person,
        "sockets that a person may have open (default 50)",
        "connexions WebSocket qu’une personne peut avoir ouvertes (50 par défaut)"
    ),
    cap!(
        spectators_of_table,
        "connections that may watch a table without a seat there (default 1000)",
        "connexions qui peuvent regarder une table sans y avoir de place (1000 par défaut)"
    ),
    cap!(
        spectators_of_address,
        "those of them from one address (default 100)",
        "celles d’entre elles qui viennent d’une même adresse (100 par défaut)"
    ),
    cap!(
        unread_responses,
        "long responses that an address has not read yet (default 100)",
        "longues réponses qu’une adresse n’a pas encore lues (100 par défaut)"
    ),
    cap!(
        connections_of_address,
        "connections that an address may have open, counted before any request (default 1500; proxies: any number)",
        "connexions qu’une adresse peut avoir ouvertes, avant toute requête (1500 par défaut ; proxys : sans limite)"
    ),
    cap!(
        connections,
        "connections in all (default off: as many as the limit of open files allows)",
        "connexions en tout (off par défaut : autant que le permet la limite de fichiers ouverts)"
    ),
    cap!(
        network_factor,
        "how many times the limits of an address hold for its network, IPv6 /48 or IPv4 /24 (default 8)",
        "combien de fois les limites d’une adresse valent pour son réseau, IPv6 /48 ou IPv4 /24 (8 par défaut)"
    ),
];
