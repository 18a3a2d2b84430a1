-- A second factor for sign-ins. Names are those that the two-factor plugin of Better Auth 1.7.7 asks for.
alter table identity."user" add column "twoFactorEnabled" boolean;

create table identity."twoFactor" (
  "id" text primary key,
  -- Encrypted by the library, as the recovery codes are.
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null references identity."user" ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);

create index "twoFactor_secret_idx" on identity."twoFactor" ("secret");
-- One for each account, also when it is turned on twice at once.
create unique index "twoFactor_userId_idx" on identity."twoFactor" ("userId");

-- What of it the shop may know: whose sign-ins ask for a code.
create view identity.second_factors as
  select 'urn:underhood:identity' as issuer, "id" as subject from identity."user" where "twoFactorEnabled";

-- Since when an admin's role has power: role and proof of the address. Who has it today begins today.
alter table users add column power_since timestamptz;
update users set power_since = current_timestamp where role = 'admin' and email_verified;
