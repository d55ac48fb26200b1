-- The same as in SQLite, where it is explained too.
CREATE INDEX tables_of_days ON tables (changed, id)
    WHERE state = 'open' AND public = TRUE AND summary LIKE '%"clock":{"kind":"days"%';
