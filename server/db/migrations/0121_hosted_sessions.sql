-- Accounts of a hosted identity service, which does not tell the shop when their sessions end: so far as the shop has seen them.
create table identity.hosted_accounts (
  issuer text not null,
  subject text not null,
  -- Whoever signed in until then has to sign in again.
  ended_at timestamptz,
  primary key (issuer, subject)
);

-- One for each sign-in there, known by its account and moment. It ends when the service was not asked for an hour.
create table identity.hosted_sessions (
  id text primary key,
  issuer text not null,
  subject text not null,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (issuer, subject) references identity.hosted_accounts (issuer, subject) on delete cascade
);

create index hosted_sessions_by_account on identity.hosted_sessions (issuer, subject);
create index hosted_sessions_by_end on identity.hosted_sessions (expires_at);

create or replace view identity.live_sessions as
  select "id" as id from identity."session" where "expiresAt" > current_timestamp
  union all
  select id from identity.hosted_sessions where expires_at > current_timestamp;
