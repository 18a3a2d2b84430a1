-- Pictures that a file of parts names by an address or by a name in an archive beside it.
alter table imports
  -- The archive's name.
  add column archive text,
  -- How many pictures the file names, each counted once, and how many of them have been taken or cannot be had.
  add column pictures integer not null default 0,
  add column pictures_done integer not null default 0,
  -- At how many places of the file a picture is left out.
  add column pictures_lacking integer not null default 0;

create table import_pictures (
  import_id uuid not null references imports (id),
  -- As the file names it.
  source text collate "C" not null,
  -- The shop's own address of it, once it has been taken; or why it cannot be had.
  url text,
  reason text,
  primary key (import_id, source)
);

create index import_pictures_to_take on import_pictures (import_id, source) where url is null and reason is null;
