import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { writeSearchWords } from '#server/db/search-words.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { fold } from './fold.ts';

const shop = await useShop();

const names = [
  'Łożysko koła',
  'Tømmer 77',
  'Őrház',
  'Фильтр новый',
  'Bremsscheibe',
  'Zeltrane Ø312',
  'Zeltrane Ø280',
];

beforeAll(async () => {
  for (const name of names) await samplePart(shop.db, { name, description: '' });
});

async function search(q: string) {
  const { body } = await shop.request('GET', `/api/search?q=${encodeURIComponent(q)}`);
  const found: string[] = body.rows.map(({ name }: { name: string }) => name);
  return { found: found.toSorted(), ignored: body.understood.ignored };
}

test.each([
  ['łożysko', 'Łożysko koła'],
  ['lozysko', 'Łożysko koła'],
  ['TØMMER', 'Tømmer 77'],
  ['tommer', 'Tømmer 77'],
  ['őrház', 'Őrház'],
  ['orhaz', 'Őrház'],
  ['новый', 'Фильтр новый'],
  ['НОВЫЙ', 'Фильтр новый'],
  ['bremßcheibe', 'Bremsscheibe'],
  ['zeltrane 312', 'Zeltrane Ø312'],
  ['zeltrane ø312', 'Zeltrane Ø312'],
  ['zeltrane Ø 312', 'Zeltrane Ø312'],
])('%s finds %s', async (q, name) => {
  expect(await search(q)).toEqual({ found: [name], ignored: [] });
});

test('a figure that no part has is left out, and that is told', async () => {
  const found = ['Zeltrane Ø280', 'Zeltrane Ø312'];
  expect(await search('zeltrane 999')).toEqual({ found, ignored: ['999'] });
});

/** Letters of Europe, for each of which there is another keyboard. */
const ranges = [
  [0xc0, 0x24f],
  [0x370, 0x45f],
  [0x1e00, 0x1eff],
] as const;
const letters = ranges
  .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /^\p{L}$/u.test(letter));

test('the database writes each letter as what is typed is read', async () => {
  const words = letters.map((letter) => `qx${letter}xq`);
  const partId = await samplePart(shop.db, { description: words.join(' ') });
  await writeSearchWords(shop.db, [partId]);
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words.map(fold)}::text[]) as word, parts
      where parts.id = ${partId} and not search @@ plainto_tsquery('english', word)`.execute(
    shop.db,
  );
  expect(letters.length).toBeGreaterThan(700);
  expect(rows).toEqual([]);
});
