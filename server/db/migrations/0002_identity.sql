-- The embedded identity service. It is a third party that happens to live in our process: its tables are in a schema
-- of its own and the shop's tables never refer to them. Table and column names are those Better Auth 1.7.7 asks for
-- (a test compares them with what the library wants).

create schema identity;

create table identity."user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create table identity."session" (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references identity."user" ("id") on delete cascade
);

create index "session_userId_idx" on identity."session" ("userId");

create table identity."account" (
  "id" text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references identity."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  -- Two copies that meet the same new Google account at once make one account of it.
  unique ("providerId", "accountId")
);

create index "account_userId_idx" on identity."account" ("userId");

create table identity."verification" (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create index "verification_identifier_idx" on identity."verification" ("identifier");

create table identity."jwks" (
  "id" text primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

-- Ours: how often somebody tried something, in windows; the key is a hash of what is counted.
create table identity.attempts (
  key text primary key,
  count integer not null,
  window_ends timestamptz not null
);

create index attempts_by_end on identity.attempts (window_ends);

-- The demo's stand-in for Google: what an OpenID provider remembers between requests.
create schema google_sandbox;

create table google_sandbox.records (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz,
  primary key (model, id)
);

create index records_by_grant on google_sandbox.records (grant_id) where grant_id is not null;
create index records_by_uid on google_sandbox.records (uid) where uid is not null;
create index records_by_expiry on google_sandbox.records (expires_at) where expires_at is not null;
