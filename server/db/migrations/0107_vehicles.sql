-- Vehicles that admins added to those of the version (server/vehicles/data).
create table vehicles (
  id uuid primary key,
  make text not null,
  model text not null,
  year_from integer not null,
  year_to integer not null,
  engines text[] not null default '{}',
  created_at timestamptz not null,
  check (year_from <= year_to)
);
create unique index vehicles_once on vehicles (lower(make), lower(model), year_from);

-- Other names of vehicles that admins added: parts with such a name get the one that it means.
create table vehicle_names (
  id uuid primary key,
  make text not null,
  model text not null,
  means_make text not null,
  means_model text not null,
  created_at timestamptz not null
);
create unique index vehicle_names_once on vehicle_names (lower(make), lower(model));

-- What is wrong with the fitments of a part, and for which state of its facts that was looked at.
create table fitment_faults (
  part_id uuid not null references parts (id),
  kind text not null check (kind in ('no vehicle', 'no position', 'overlap', 'duplicate')),
  details text not null,
  primary key (part_id, kind, details)
);
create index fitment_faults_by_kind on fitment_faults (kind, part_id);
alter table parts add column fitments_as_of timestamptz;

alter table audit_log
  drop constraint audit_log_subject_type_check,
  add constraint audit_log_subject_type_check
    check (subject_type in ('part', 'order', 'user', 'image', 'mail', 'history', 'payment', 'synonym', 'settings', 'import', 'vehicle')) not valid;
