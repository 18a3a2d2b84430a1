-- without transaction
-- The fitments of a vehicle, with the engine that they demand: so a vehicle's list looks into the index alone.
create index concurrently if not exists fitments_of_vehicle on fitments (make, model, year_from, year_to, part_id) include (engine);
