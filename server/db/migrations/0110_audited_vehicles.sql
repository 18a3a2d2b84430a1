alter table audit_log
  drop constraint audit_log_subject_type_check,
  add constraint audit_log_subject_type_check
    check (subject_type in ('part', 'order', 'user', 'image', 'mail', 'history', 'payment', 'synonym', 'settings', 'import', 'vehicle')) not valid;
