-- The shop's answer to a review, and reviews that admins hide. Copies of an older version insert without these columns, and show hidden ones.
alter table reviews
  add column reply text not null default '',
  add column replied_at timestamptz,
  add column hidden_at timestamptz,
  add column hidden_because text not null default '';
