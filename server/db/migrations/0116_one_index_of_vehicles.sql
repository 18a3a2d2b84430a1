-- fitments_of_vehicle has all that this index had.
drop index if exists fitments_by_vehicle;
