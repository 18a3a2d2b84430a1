-- What kinds of parts there are. The rows come from server/db/taxonomy/taxonomy.json at a start, so a new shop has them, too.
create table part_types (
  id text primary key,
  category_id text not null references categories (id),
  name text not null,
  -- What decides whether a part of it fits: only 'universal' ones fit without being bound to anything.
  fit text not null check (fit in ('vehicle', 'engine', 'size', 'universal')),
  -- Of one piece.
  weight_g integer check (weight_g > 0),
  position integer not null,
  -- Parts refer to both, so that none is on another shelf than its type.
  unique (id, category_id)
);

-- What else buyers call it, by language.
create table part_type_names (
  type_id text not null references part_types (id),
  language text not null check (language in ('en', 'de')),
  name text not null,
  primary key (type_id, language, name)
);

-- What can be said of a part of it, in this order.
create table part_type_attributes (
  type_id text not null references part_types (id),
  key text not null,
  label text not null,
  unit text not null,
  -- Null: a number.
  choices text[],
  position integer not null,
  primary key (type_id, key)
);

create table brands (
  name text primary key,
  -- Upper case, letters and digits only: a brand has one spelling.
  name_key text not null unique
);
