-- Who wants to be told, once, when a part can be ordered again. Copies of an older version write no mails about it.
create table stock_alerts (
  user_id uuid not null references users (id),
  part_id uuid not null references parts (id),
  created_at timestamptz not null,
  primary key (user_id, part_id)
);

-- Who asked first is told first.
create index stock_alerts_by_part on stock_alerts (part_id, created_at);
