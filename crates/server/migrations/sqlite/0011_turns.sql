-- The seat to move in a game, and the version of the table at which that was so: noted when a table leaves memory, so that a
-- list of one's games loads no table. If there are later events, the note is old.
ALTER TABLE tables ADD COLUMN turn INTEGER;
ALTER TABLE tables ADD COLUMN turn_at INTEGER;
