-- The same as in SQLite, where it is explained too.
ALTER TABLE tables ADD COLUMN turn INTEGER;
ALTER TABLE tables ADD COLUMN turn_at INTEGER;
