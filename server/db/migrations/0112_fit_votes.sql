-- What buyers say of the vehicles of a part: a row for each part of which somebody has said something. Whoever writes votes or counts them locks it.
create table fit_counts (
  part_id uuid primary key references parts (id),
  -- Its claims with the numbers of buyers, as of when they were counted last.
  claims jsonb not null default '[]',
  -- How many votes counted then.
  fits integer not null default 0,
  changes integer not null default 0,
  misfits integer not null default 0,
  -- The claims that too many buyers contradict, in words.
  doubted text not null default ''
);
create index doubted_claims on fit_counts (part_id) where doubted <> '';

-- On which vehicle a buyer tried a part. Part and customer are the order's.
create table fit_votes (
  id uuid primary key,
  part_id uuid not null references fit_counts (part_id),
  user_id uuid not null,
  order_id uuid not null references orders (id),
  -- The return that said it; otherwise it is the review of the order.
  return_id uuid unique references returns (id),
  make text not null,
  model text not null,
  year integer not null,
  engine text not null,
  verdict text not null check (verdict in ('fits', 'with changes', 'does not fit')),
  created_at timestamptz not null,
  check (return_id is null or verdict = 'does not fit')
);
create unique index fit_votes_once on fit_votes (part_id, user_id, make, model, year, engine) where return_id is null;
create index fit_votes_by_part on fit_votes (part_id);
create index fit_votes_by_order on fit_votes (order_id);
create index fit_votes_by_user on fit_votes (user_id, created_at desc);
