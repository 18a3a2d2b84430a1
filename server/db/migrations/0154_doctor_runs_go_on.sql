-- What a run of the doctor has found so far: a copy that takes it over goes on from there.
alter table doctor_runs add column found jsonb;
