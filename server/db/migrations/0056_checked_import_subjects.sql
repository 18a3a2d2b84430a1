-- What 0055 added without reading the table.
alter table audit_log validate constraint audit_log_subject_type_check;
