-- What a report of a month needs besides: when the money of a payment that pays for nothing came, and when a refund was made first, whatever became of it then.
alter table payments add column collected_at timestamptz;
alter table refunds add column made_at timestamptz;
