-- The vehicles that customers keep. Older copies do not know them.
create table garage_vehicles (
  user_id uuid not null references users (id),
  -- Ordered by time: the first one first.
  id uuid not null,
  make text not null,
  -- What was not chosen is empty, or null.
  model text not null,
  year integer,
  engine text not null,
  name text not null,
  -- Make, model, year and engine in small letters: each vehicle is kept once.
  vehicle_key text not null,
  primary key (user_id, id)
);

create unique index garage_vehicles_once on garage_vehicles (user_id, vehicle_key);
