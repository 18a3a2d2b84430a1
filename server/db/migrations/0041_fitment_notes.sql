-- A restriction in words, and who says that it fits.
alter table fitments
  add column note text not null default '',
  add column source text not null default '';
