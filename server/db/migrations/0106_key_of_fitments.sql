alter table fitments
  drop constraint fitments_pkey,
  add constraint fitments_pkey primary key using index fitments_once;
