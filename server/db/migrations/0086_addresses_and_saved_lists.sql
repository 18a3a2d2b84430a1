-- What customers keep by names of their own: addresses to deliver to, and lists of parts. Older copies know neither.
create table addresses (
  user_id uuid not null references users (id),
  -- Given by the customer's client, so that sending it again changes nothing.
  id uuid not null,
  name text not null,
  -- The name in small letters: two addresses of one person have different ones.
  name_key text not null,
  address text not null,
  phone text not null,
  is_default boolean not null default false,
  updated_at timestamptz not null,
  primary key (user_id, id)
);

create unique index addresses_by_name on addresses (user_id, name_key);
create unique index addresses_default on addresses (user_id) where is_default;

create table saved_lists (
  user_id uuid not null references users (id),
  id uuid not null,
  name text not null,
  name_key text not null,
  lines jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);

create unique index saved_lists_by_name on saved_lists (user_id, name_key);
