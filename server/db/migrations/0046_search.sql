-- What admins teach the search: whoever types `word` means `means`.
create table synonyms (
  id uuid primary key,
  word text not null,
  means text not null,
  -- As the search compares them.
  word_key text not null unique,
  created_at timestamptz not null
);

-- What was searched for and not found: a text and a day, nothing about who asked.
create table empty_searches (
  day date not null,
  text text not null,
  searches integer not null check (searches > 0),
  primary key (day, text)
);

-- Of which names the words of a type's parts are made ('' for parts without a type). While parts are written anew, the last one of which that is done.
create table indexed_types (
  type_id text primary key,
  made_of text not null,
  after_id uuid
);
