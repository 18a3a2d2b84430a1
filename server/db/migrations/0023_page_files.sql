-- The scripts, styles and fonts of built pages, by names that change with their content. Copies of the shop share them through here, so
-- that a page of one build gets its files from a copy of another one, and a tab stays usable after an upgrade.
create table page_files (
  name text primary key,
  content bytea not null,
  -- When a copy last started with it.
  seen_at timestamptz not null
);
create index page_files_by_age on page_files (seen_at);
