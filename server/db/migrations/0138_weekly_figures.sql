-- Admins who want the figures of each week by mail.
create table weekly_figures (
  user_id uuid primary key references users (id) on delete cascade,
  created_at timestamptz not null
);
