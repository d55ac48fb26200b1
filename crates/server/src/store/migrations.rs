//! The migrations of both databases, compiled in.
//!
//! They are listed by hand. The macro `sqlx::migrate!` would do it too, but it compiles SQLite, PostgreSQL's client and
//! TLS a second time, for the compiler's own use.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Version, description and SQL of each migration. A released migration never changes, not even its comments:
/// databases remember its checksum.
type Listed = (i64, &'static str, &'static str);

const SQLITE: &[Listed] = &[
    (1, "house", include_str!("../../migrations/sqlite/0001_house.sql")),
    (2, "cluster", include_str!("../../migrations/sqlite/0002_cluster.sql")),
    (3, "shares", include_str!("../../migrations/sqlite/0003_shares.sql")),
    (4, "lists", include_str!("../../migrations/sqlite/0004_lists.sql")),
    (5, "ratings", include_str!("../../migrations/sqlite/0005_ratings.sql")),
    (6, "looks", include_str!("../../migrations/sqlite/0006_looks.sql")),
    (7, "retention", include_str!("../../migrations/sqlite/0007_retention.sql")),
    (8, "chat", include_str!("../../migrations/sqlite/0008_chat.sql")),
    (9, "days", include_str!("../../migrations/sqlite/0009_days.sql")),
    (10, "networks", include_str!("../../migrations/sqlite/0010_networks.sql")),
    (11, "turns", include_str!("../../migrations/sqlite/0011_turns.sql")),
    (12, "friends", include_str!("../../migrations/sqlite/0012_friends.sql")),
];

const POSTGRES: &[Listed] = &[
    (1, "house", include_str!("../../migrations/postgres/0001_house.sql")),
    (2, "shares", include_str!("../../migrations/postgres/0002_shares.sql")),
    (3, "lists", include_str!("../../migrations/postgres/0003_lists.sql")),
    (4, "ratings", include_str!("../../migrations/postgres/0004_ratings.sql")),
    (5, "looks", include_str!("../../migrations/postgres/0005_looks.sql")),
    (6, "retention", include_str!("../../migrations/postgres/0006_retention.sql")),
    (7, "chat", include_str!("../../migrations/postgres/0007_chat.sql")),
    (8, "days", include_str!("../../migrations/postgres/0008_days.sql")),
    (9, "networks", include_str!("../../migrations/postgres/0009_networks.sql")),
    (10, "turns", include_str!("../../migrations/postgres/0010_turns.sql")),
    (11, "friends", include_str!("../../migrations/postgres/0011_friends.sql")),
];

pub fn sqlite() -> Migrator {
    migrator(SQLITE)
}

pub fn postgres() -> Migrator {
    migrator(POSTGRES)
}

fn migrator(listed: &[Listed]) -> Migrator {
    let migration = |&(version, description, sql): &Listed| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(listed.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beginning of each checksum, as databases in use have stored it.
    fn checksums(migrator: &Migrator) -> Vec<String> {
        let start = |migration: &Migration| migration.checksum[..6].iter().map(|byte| format!("{byte:02x}")).collect();
        migrator.iter().map(start).collect()
    }

    #[test]
    fn released_migrations_never_change() {
        assert_eq!(
            checksums(&sqlite()),
            [
                "1ef8183861e0",
                "e320aaa83acf",
                "d1dc19db0917",
                "50e5172b505c",
                "73695cc21b20",
                "a310b0c15ee0",
                "6293a477613f",
                "abe44ba7d059",
                "5c956854cd3f",
                "618a77aa68f9",
                "88057120492b",
                "0537a6c0efb5",
            ]
        );
        assert_eq!(
            checksums(&postgres()),
            [
                "14777254b6cb",
                "9ec97d0c4d2a",
                "4d1c915311f8",
                "1b08ef9464c0",
                "c4985a6971d9",
                "de2afef35dc7",
                "718818242077",
                "815695c9665f",
                "86e60c54b76a",
                "786a8405bb7e",
                "a80c088e6173",
            ]
        );
    }

    #[test]
    fn every_migration_file_is_listed() {
        for (folder, listed) in [("sqlite", SQLITE), ("postgres", POSTGRES)] {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
            assert_eq!(std::fs::read_dir(folder).unwrap().count(), listed.len());
        }
    }
}
