-- What this database is, written when a shop opens it: a demo's must never become a live shop's.

create table shop_facts (
  -- One row. None: the database is new, or from before this was written down.
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('demo', 'live')),
  -- Every kind of card account it was opened with; a kind that moves no money leaves only when an operator says so.
  card_accounts text[] not null check (card_accounts <@ array['sandbox', 'test', 'live']),
  -- When an operator last took it over as a live shop's.
  adopted_at timestamptz
);
