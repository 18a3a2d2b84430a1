-- Pictures that nothing shows are deleted. Copies of an older version insert without these columns.
alter table images
  -- Until then it is kept without a look at whether anything shows it.
  add column keep_until timestamptz not null default now() + interval '7 days',
  -- Since when nothing may use it any more: its files are being deleted, and the row goes after them.
  add column leaving_since timestamptz;
create index images_to_look_at on images (keep_until) where leaving_since is null;
create index images_leaving on images (leaving_since) where leaving_since is not null;
