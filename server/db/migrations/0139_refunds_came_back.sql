-- When the money of a refund had come to the shop again, of one that failed first and went back after all.
alter table refunds add column came_back_at timestamptz;
