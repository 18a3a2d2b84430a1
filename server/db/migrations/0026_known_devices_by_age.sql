-- Browsers that were not seen for a year are deleted in small steps.
-- without transaction
create index concurrently if not exists known_devices_by_age on identity.known_devices (last_used_at);
