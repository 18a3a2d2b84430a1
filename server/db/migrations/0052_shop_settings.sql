-- What admins say of the shop instead of its original texts: a row per block, null while the original stands. Copies of an older version show
-- the originals.
create table shop_settings (
  block text primary key check (block in ('contact', 'sale_banner')),
  value jsonb,
  changed_at timestamptz not null
);

alter table audit_log
  drop constraint audit_log_subject_type_check,
  add constraint audit_log_subject_type_check
    check (subject_type in ('part', 'order', 'user', 'image', 'mail', 'history', 'payment', 'synonym', 'settings')) not valid;
