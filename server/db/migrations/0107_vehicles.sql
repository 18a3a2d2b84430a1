-- Vehicles that admins added to those of the version (server/vehicles/data).
create table vehicles (
  id uuid primary key,
  make text not null,
  model text not null,
  year_from integer not null,
  year_to integer not null,
  engines text[] not null default '{}',
  created_at timestamptz not null,
  check (year_from <= year_to)
);
create unique index vehicles_once on vehicles (lower(make), lower(model), year_from);

-- Other names of vehicles that admins added: parts with such a name get the one that it means.
create table vehicle_names (
  id uuid primary key,
  make text not null,
  model text not null,
  means_make text not null,
  means_model text not null,
  created_at timestamptz not null
);
create unique index vehicle_names_once on vehicle_names (lower(make), lower(model));
