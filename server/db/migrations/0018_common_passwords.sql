-- Passwords that thieves try early, of accounts whose role gives them power in a live shop. Nothing is noted of anybody else's.
-- A note goes with the password it is about.
create table identity.common_passwords (
  account_id text primary key references identity."account" ("id") on delete cascade,
  noted_at timestamptz not null
);

-- What of it the shop may know.
create view identity.resting_accounts as
  select 'urn:underhood:identity' as issuer, a."userId" as subject
  from identity.common_passwords c join identity."account" a on a."id" = c.account_id;
