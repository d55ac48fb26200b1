-- The same as in SQLite, where it is explained too.
CREATE INDEX tables_starting ON tables (state, id) WHERE state = 'open' AND summary LIKE '%"begins":%';
CREATE INDEX seats_by_game ON seats (subject, state, game, changed, "table", seat);
ALTER TABLE chat ADD COLUMN word TEXT COLLATE "C";
