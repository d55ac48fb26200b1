-- Open tables whose game is about to begin by itself: few among many, and looked for after a restart. A quotation mark
-- within a text is escaped in JSON, so no text looks like this field.
CREATE INDEX tables_starting ON tables (state, id) WHERE state = 'open' AND summary LIKE '%"begins":%';

-- A person's tables of one game, latest first.
CREATE INDEX seats_by_game ON seats (subject, state, game, changed, "table", seat);

-- The key of a quick word, which pages show in their reader's language. The line has it as text.
ALTER TABLE chat ADD COLUMN word TEXT;
