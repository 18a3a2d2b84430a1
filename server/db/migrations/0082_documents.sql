-- Receipts and credit notes with their numbers, and what they say for ever.
create table documents (
  id uuid primary key,
  kind text not null check (kind in ('receipt', 'credit-note')),
  -- Of the series, in UTC: each year begins with 1.
  year integer not null,
  number integer not null check (number >= 1),
  -- What was paid, or of which money went back.
  intent_id text not null references payments (intent_id),
  -- The first share of a refund of several orders; of credit notes only.
  refund_id uuid unique,
  content jsonb not null,
  issued_at timestamptz not null,
  unique (kind, year, number),
  check ((kind = 'credit-note') = (refund_id is not null))
);
-- A payment has one receipt at most.
create unique index documents_receipts on documents (intent_id) where kind = 'receipt';
create index documents_by_payment on documents (intent_id);
