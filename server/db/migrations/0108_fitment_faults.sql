-- What is wrong with the fitments of a part, and for which state of its facts that was looked at.
create table fitment_faults (
  part_id uuid not null references parts (id),
  kind text not null check (kind in ('no vehicle', 'no position', 'overlap', 'duplicate')),
  details text not null,
  primary key (part_id, kind, details)
);
create index fitment_faults_by_kind on fitment_faults (kind, part_id);
alter table parts add column fitments_as_of timestamptz;
