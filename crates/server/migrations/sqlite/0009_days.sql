-- Open tables with a clock of days, for the lobby: few among many. A quotation mark within a text is escaped in JSON, so no
-- text looks like these fields.
CREATE INDEX tables_of_days ON tables (changed, id)
    WHERE state = 'open' AND public = TRUE AND summary LIKE '%"clock":{"kind":"days"%';
