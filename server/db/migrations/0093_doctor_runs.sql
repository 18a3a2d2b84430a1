-- What the doctor found when it last looked, and how far it is now. There are never more than three.
create table doctor_runs (
  id uuid primary key,
  asked_at timestamptz not null,
  -- The process that works on it, until when others wait, and how often one has begun.
  worker uuid,
  worked_until timestamptz,
  tries integer not null default 0,
  steps integer not null,
  steps_done integer not null default 0,
  looks_at text not null default '',
  ended_at timestamptz,
  -- Why it has no result.
  failure text,
  checks jsonb,
  check ((checks is not null or failure is not null) = (ended_at is not null))
);
-- One at a time, in all copies of the shop.
create unique index doctor_runs_one on doctor_runs ((true)) where ended_at is null;
