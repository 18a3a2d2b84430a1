-- without transaction
-- fitments_of_vehicle has all that this index had.
drop index concurrently if exists fitments_by_vehicle;
