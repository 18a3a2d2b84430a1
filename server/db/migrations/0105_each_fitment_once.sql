-- without transaction
-- A model may stand at a part several times now: once for each engine, position and condition.
create unique index concurrently if not exists fitments_once on fitments (part_id, make, model, year_from, engine, position, note);
