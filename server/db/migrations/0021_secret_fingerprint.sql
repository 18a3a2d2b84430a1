-- Tells the secret of the identity service from others without giving it away: a copy of the shop with another one does not start.
alter table shop_facts add column secret_fingerprint text;
