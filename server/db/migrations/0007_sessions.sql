-- An access token lives no longer than the session of the identity service it was given in. Those of before name none:
-- they end here, and browsers that are signed in at the service get new ones unasked.
delete from access_tokens;
alter table access_tokens add column identity_session text not null;

-- What of the embedded identity service's sessions the shop may know: which live. In the machine's time, as the service keeps them.
create view identity.live_sessions as
  select "id" as id from identity."session" where "expiresAt" > current_timestamp;

-- Goes up when everything an account was entered with so far ends: a password that was checked before is then of no use.
create table identity.credential_epochs (
  user_id text primary key references identity."user" ("id") on delete cascade,
  epoch integer not null
);
