-- The payments that paid orders on a day, and what they collected, once the day is over: which they are does not change any more. Null until they are added up.
alter table daily_sums add column payments integer, add column payments_cents bigint;
