import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '#test/database.ts';
import { parseMoment, timestamptz } from './parse-moment.ts';

const { db, close } = await freshDatabase();
afterAll(close);

/** As `pg` parses it. */
const byPg = pg.types.getTypeParser(timestamptz) as (text: string) => unknown;

/** How the engine writes moments in a time zone, and what a row of the shop holds of them. */
function written(moments: readonly string[], zone: string) {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
    const { rows } = await sql<{ moment: unknown; text: string }>`
      select moment, moment::text as text from unnest(${moments}::timestamptz[]) as moment`.execute(
      tx,
    );
    return rows;
  });
}

// Before 1911 Amsterdam's offset has seconds, Kathmandu's has minutes, St. John's is negative with minutes.
const zones = [
  'UTC',
  'Europe/Amsterdam',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'America/New_York',
];
/** Microseconds from the year 1 to 12000. */
const micros = fc.bigInt(-62_135_596_800_000_000n, 316_516_000_000_000_000n);

test('moments are read to the millisecond in every time zone, as pg reads them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.array(micros, { minLength: 50, maxLength: 200 }),
      async (zone, some) => {
        const moments = some.map((one) => momentOf(one));
        const rows = await written(moments, zone);
        expect(rows).toHaveLength(some.length);
        for (const [at, { moment, text }] of rows.entries()) {
          expect([text, moment]).toEqual([text, byPg(text)]);
          expect([text, Number(moment)]).toEqual([text, Number(floorMs(some[at] ?? 0n))]);
        }
      },
    ),
    { numRuns: 60 },
  );
});

/** As an SQL text whose microseconds are exact. */
function momentOf(micro: bigint): string {
  const ms = floorMs(micro);
  const [day = '', time = ''] = new Date(Number(ms)).toISOString().split('T');
  const rest = String(micro - ms * 1000n).padStart(3, '0');
  return `${day.replace(/^\+0+/, '')} ${time.replace('Z', rest)}+00`;
}

function floorMs(micro: bigint): bigint {
  const ms = micro / 1000n;
  return ms * 1000n > micro ? ms - 1n : ms;
}

test('what is no usual moment is read as pg reads it', async () => {
  const rows = await written(
    [
      'infinity',
      '-infinity',
      '0044-03-15 12:00:00.5+00 BC',
      '4713-01-01 00:00:00+00 BC',
      '0001-01-01 00:00:00+00',
      '0099-12-31 23:59:59.999999+00',
      '0100-01-01 00:00:00+00',
      '9999-12-31 23:59:59.999999+00',
      '10000-01-01 00:00:00+00',
      '294276-12-31 23:59:59.999999+00',
    ],
    'UTC',
  );
  expect(rows.map(({ moment }) => moment)).toEqual(rows.map(({ text }) => byPg(text)));
  expect(rows.map(({ moment }) => (moment instanceof Date ? moment.getTime() : moment))).toEqual([
    Infinity,
    -Infinity,
    Date.UTC(-43, 2, 15, 12, 0, 0, 500),
    Date.UTC(-4712, 0, 1),
    -62_135_596_800_000,
    -59_011_459_200_001,
    -59_011_459_200_000,
    253_402_300_799_999,
    253_402_300_800_000,
    // Later than a Date can be.
    NaN,
  ]);
});

test('a fraction keeps its first three digits, whatever follows', () => {
  for (let micro = 0; micro < 1_000_000; micro += 7) {
    const fraction = String(micro).padStart(6, '0').replace(/0+$/, '');
    const text = `2026-11-25 09:30:00${fraction && `.${fraction}`}-03:30`;
    expect(parseMoment(text).getTime()).toBe(
      Date.UTC(2026, 10, 25, 13, 0, 0, Math.floor(micro / 1000)),
    );
  }
});
