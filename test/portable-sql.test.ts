import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sqlInSource, withoutComments } from './sql-in-source.ts';

const root = path.join(import.meta.dirname, '..');

/**
 * What one of the engines that are PostgreSQL to a client, but spread a table over machines, lacks or does otherwise. Read on
 * 2026-11-22; 'from memory' was not found in a document.
 */
const lacking = [
  // https://www.cockroachlabs.com/docs/v23.2/postgresql-compatibility: functions that do nothing. YugabyteDB has them since 2025
  // (github.com/yugabyte/yugabyte-db/releases/tag/2.27.0.0-b246). Citus: of one node, from memory.
  { what: 'advisory locks', pattern: /\bpg_(?:try_)?advisory_/i },
  // The same page of CockroachDB ('Events'). YugabyteDB has them since 2025.2.3
  // (docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/cmd_listen_notify).
  { what: 'LISTEN and NOTIFY', pattern: /^\s*(?:un)?listen\s+\w|^\s*notify\s+\w|\bpg_notify\(/im },
  // https://www.cockroachlabs.com/docs/v24.2/postgresql-compatibility: no triggers; later versions have those for rows, from memory.
  { what: 'triggers', pattern: /\bcreate trigger\b|\breturns trigger\b/i },
  // CockroachDB: a part of it, from memory.
  { what: 'PL/pgSQL', pattern: /\blanguage plpgsql\b|^\s*do \$/im },
  // https://docs.yugabyte.com/latest/explore/ysql-language-features/postgresql-compatibility (the stored page is of an older version).
  { what: 'exclusion constraints', pattern: /\bexclude (?:using )?\w*\s*\(/i },
  { what: 'deferrable constraints', pattern: /\bdeferrable\b|\bset constraints\b/i },
  { what: 'LOCK TABLE', pattern: /\block table\b/i },
  { what: 'table inheritance', pattern: /\binherits\s*\(/i },
  { what: 'GiST, GIN, BRIN and hash indexes', pattern: /\busing (?:gist|gin|brin|hash)\b/i },
  { what: 'stored generated columns', pattern: /\bgenerated always as\b/i },
  { what: 'full-text search', pattern: /\btsvector\b|\b(?:web\w+_)?to_ts(?:query|vector)\b/i },
  // CockroachDB: experimental; YugabyteDB: slow to make. Both from memory.
  { what: 'temporary tables', pattern: /\bcreate (?:temp|temporary)\b/i },
  // No document: PostgreSQL's own columns of versions.
  { what: 'system columns', pattern: /\b(?:ctid|xmin|xmax|tableoid)\b/i },
  // CockroachDB, from memory.
  { what: 'operator classes', pattern: /\btext_pattern_ops\b/i },
  // https://docs.citusdata.com/en/stable/develop/reference_workarounds.html: of one shard alone.
  { what: 'FOR UPDATE over many shards', pattern: /\bfor (?:update|share)\b/i },
] as const;

type Lack = (typeof lacking)[number]['what'];

/** Where something of it stands all the same, and why it may. */
const excepted: readonly (readonly [Lack, string, string])[] = [
  ['full-text search', 'server/db/migrations/0030_full_text.sql', 'docs/scale.md, Search'],
  ['full-text search', 'server/db/search-words.ts', 'that search'],
  ['stored generated columns', 'server/db/migrations/0030_full_text.sql', 'that search'],
  ['GiST, GIN, BRIN and hash indexes', 'server/db/migrations/0030_full_text.sql', 'that search'],
  ['operator classes', 'server/db/migrations/0001_shop.sql', 'an index for part numbers; released'],
  ['PL/pgSQL', 'server/db/migrations/0011_people_by_id.sql', 'maintain_history; no order calls it'],
  ['PL/pgSQL', 'server/db/migrations/0012_append_only.sql', 'optional: left out where it lacks'],
  ['triggers', 'server/db/migrations/0012_append_only.sql', 'optional: left out where they lack'],
  ['triggers', 'server/db/migrations/0068_lines_of_older_copies.sql', 'optional as well'],
  ['PL/pgSQL', 'server/db/migrations/0068_lines_of_older_copies.sql', 'optional as well'],
  ['PL/pgSQL', 'server/db/migrations/0079_pieces_and_shipments.sql', 'a migration in steps'],
  ['triggers', 'server/db/migrations/0080_pieces_of_older_copies.sql', 'optional as well'],
  ['PL/pgSQL', 'server/db/migrations/0080_pieces_of_older_copies.sql', 'optional as well'],
  ['triggers', 'server/db/migrations/0089_returns_and_older_copies.sql', 'optional as well'],
  ['PL/pgSQL', 'server/db/migrations/0089_returns_and_older_copies.sql', 'optional as well'],
  ['PL/pgSQL', 'server/db/migrations/0024_history_in_steps.sql', 'maintain_history'],
  ['PL/pgSQL', 'server/db/migrations/0148_answers_to_reviews.sql', 'maintain_history'],
  ['advisory locks', 'server/db/migration-lock.ts', 'a start; docs/scale.md, Migrations'],
  ['LOCK TABLE', 'server/db/shop-facts.ts', 'a start; docs/scale.md, Starts'],
  ['FOR UPDATE over many shards', 'server/orders/buyer-store.ts', 'a row by its key'],
  ['FOR UPDATE over many shards', 'server/db/migrations/0024_history_in_steps.sql', 'a sweep'],
  ['FOR UPDATE over many shards', 'server/db/migrations/0148_answers_to_reviews.sql', 'that sweep'],
];

const orderPath = [
  'server/orders/*.ts',
  'server/payments/*.ts',
  'server/parts/*store.ts',
  'server/holds/*.ts',
  'server/idempotency/*.ts',
  'server/mails/*.ts',
  'server/history/*.ts',
  'server/unbooked-payments/*.ts',
  'server/db/*.ts',
];

const sources = [
  ...globSync(orderPath, { cwd: root }).filter((file) => !file.endsWith('.test.ts')),
  ...globSync('server/db/migrations/*.sql', { cwd: root }),
].map((file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  return {
    file,
    statements: file.endsWith('.sql') ? [withoutComments(text)] : sqlInSource(text),
  };
});

describe('the SQL of orders, payments, stock, mails, history and starts', () => {
  test('is found', () => {
    expect(sources.length).toBeGreaterThan(60);
    expect(sources.flatMap(({ statements }) => statements).length).toBeGreaterThan(60);
    const nested =
      'const a = sql<{ n: number }>`select ${sql`b ${c({ d: 1 })} d`} e`; const f = sql`g`;';
    expect(sqlInSource(nested)).toEqual(['select ? e', 'b ? d', 'g']);
  });

  test.each(lacking)('does without $what, but for what is named', ({ what, pattern }) => {
    const found = sources
      .filter(({ statements }) => statements.some((statement) => pattern.test(statement)))
      .map(({ file }) => file);
    const named = excepted.filter(([lack]) => lack === what).map(([, file]) => file);
    expect(found.toSorted()).toEqual(named.toSorted());
  });

  test('takes row locks, written in Kysely, in these files alone', () => {
    const locking = sources
      .filter(({ file }) => file.endsWith('.ts'))
      .filter(({ file }) =>
        /\.for(?:Update|Share|NoKeyUpdate)\(/.test(readFileSync(path.join(root, file), 'utf8')),
      )
      .map(({ file }) => file);
    expect(locking.toSorted()).toEqual(
      [
        // Parts, and lines that end together, in the order of their ids.
        'server/parts/store.ts',
        'server/orders/batch-store.ts',
        // One row by its key.
        'server/orders/placed-store.ts',
        'server/holds/store.ts',
        'server/parts/manage-parts-store.ts',
        'server/payments/payable-orders.ts',
        'server/orders/shipment-store.ts',
        'server/payments/refundable-orders.ts',
        // The due refunds with `skip locked`, as the next two.
        'server/payments/refund-store.ts',
        'server/payments/claim-payments.ts',
        'server/mails/sending-store.ts',
        'server/mails/store.ts',
        'server/unbooked-payments/store.ts',
      ].toSorted(),
    );
  });
});
