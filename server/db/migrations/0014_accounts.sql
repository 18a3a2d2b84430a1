-- Accounts that an admin blocked, accounts that their owners closed, and accounts that never came to anything.

alter table users
  -- Set while an admin keeps the account out: none of its tokens is accepted, and no sign-in gives one.
  add column blocked_at timestamptz,
  -- Set when its owner closed it: the row stays for its orders and reviews, with nothing personal left in it. Nobody has
  -- its address any more, so `replaced_at` is set with it.
  add column closed_at timestamptz,
  -- Set when the identity service has forgotten a closed account too.
  add column identity_deleted_at timestamptz,
  add constraint users_closed_are_replaced check (closed_at is null or replaced_at is not null);

create index users_to_forget on users (closed_at) where closed_at is not null and identity_deleted_at is null;
create index users_unconfirmed on users (created_at) where not email_verified;

alter table orders
  drop constraint orders_cancelled_because_check,
  add constraint orders_cancelled_because_check check (
    cancelled_because in ('customer', 'admin', 'expired', 'account_replaced', 'account_blocked', 'account_closed')
  );

-- A mail on its way to somebody who closed their account: emptied as soon as nobody waits for it any more.
alter table mail_outbox add column forget_when_over boolean not null default false;
create index mail_outbox_to_forget on mail_outbox (id) where forget_when_over;

-- What happened stays written down when an account that never came to anything is removed.
alter table security_events drop constraint if exists security_events_user_id_fkey;

create index user_unconfirmed on identity."user" ("createdAt", "id") where not "emailVerified";
