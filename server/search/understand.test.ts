import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attemptsFor } from './conditions.ts';
import { isPersonal } from './empty-searches-store.ts';
import { editDistance } from './edit-distance.ts';
import { singular, wordsOf } from './fold.ts';
import type { Lexicon, LexiconType } from './lexicon.ts';
import { understand, understoodOf } from './understand.ts';
import { makeVocabulary } from './vocabulary.ts';

interface File {
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    readonly types: readonly (LexiconType & { readonly german: readonly string[] })[];
  }[];
}

const file = new URL('../db/taxonomy/taxonomy.json', import.meta.url);
const { categories } = JSON.parse(readFileSync(file, 'utf8')) as File;
const types = categories.flatMap(({ id, name, types: its }) =>
  its.map((type) => ({
    ...type,
    category: id,
    categoryName: name,
    otherNames: [...type.otherNames, ...type.german],
  })),
);
const lexicon: Lexicon = {
  types,
  categories,
  brands: ['Brakkenfeld', 'Tarnholm'],
  models: [
    { make: 'Volkswagen', model: 'Golf' },
    { make: 'Volkswagen', model: 'Golf GTI' },
    { make: 'Mazda', model: 'Mazda3' },
    { make: 'Ford', model: 'F-150' },
    { make: 'Dodge', model: 'Charger' },
    { make: 'Honda', model: 'Fit' },
    { make: 'BMW', model: '330i' },
  ],
  synonyms: [{ word: 'frisbee', means: 'brake disc' }],
};
let pauses = 0;
const vocabulary = await makeVocabulary(lexicon, async () => void (pauses += 1));
const read = (q: string) => understand(vocabulary, q);
const typesOf = (q: string) => read(q).types.map(({ type }) => type.id);

describe('the kind of part is understood', () => {
  test.each([
    ['brake disc', 'brake-disc'],
    ['BRAKE DISCS!', 'brake-disc'],
    ['brkae dsic', 'brake-disc'],
    ['brakedisc', 'brake-disc'],
    ['disk for brake', 'brake-disc'],
    ['bremsscheiben', 'brake-disc'],
    ['Stoßdämpfer', 'shock-absorber'],
    ['stossdaempfer', 'shock-absorber'],
    ['frisbees', 'brake-disc'],
    ['hood', 'bonnet'],
    ['tires', 'tyre'],
    ['vbelt', 'v-belt'],
    ['turbo charger', 'turbocharger'],
    ['205/55 R16', 'tyre'],
    ['5w-30', 'engine-oil'],
    ['h7', 'headlight-bulb'],
    ['12v 55w', 'headlight-bulb'],
    ['12 V 55 W', 'headlight-bulb'],
    ['10 v belts', 'v-belt'],
    ['m14 spark plug', 'spark-plug'],
  ])('%s', (q, type) => {
    expect(typesOf(q)[0]).toBe(type);
  });

  test('one word out of many names means all of these', () => {
    expect(typesOf('brakes').length).toBeGreaterThan(8);
  });

  test('every German name by itself', () => {
    const missed = types.flatMap(({ id, german }) =>
      german.filter((name) => !typesOf(name).includes(id)),
    );
    expect(missed).toEqual([]);
  });
});

describe('what was typed is told as it was read', () => {
  const understood = (q: string) => understoodOf(read(q), { number: null, ignored: [] });

  test('a word that is typed wrongly twice is corrected once, and read rightly twice', () => {
    const { corrected, readAs } = understood('padz brake padz');
    expect(corrected).toEqual([{ typed: 'padz', as: 'pad' }]);
    expect(readAs).toBe('pad brake pad');
  });

  test('two words that are one name are both understood', () => {
    expect(read('turbo charger').unknown).toEqual([]);
    expect(read('turbo charger gizmo').unknown).toEqual(['gizmo']);
  });

  test.each([
    ['brkae-disc', 'brake-disc'],
    ['(brkae) disc', '(brake) disc'],
    ['BRKAE disc', 'brake disc'],
    ['brkaedisc brkae', 'brkaedisc brake'],
  ])('%s is shown as %s', (q, readAs) => {
    expect(understood(q).readAs).toBe(readAs);
  });

  test("a name with an apostrophe is not taken for another word: O'Reilly is no relay", () => {
    for (const q of ["O'Reilly", 'O’Reilly', "o'reilly brake disc"])
      expect(read(q)).toMatchObject({ corrected: [], unknown: ['o', 'reilly'] });
    expect(read('reilly').corrected).toEqual([{ typed: 'reilly', as: 'relay' }]);
  });

  test('a figure that is nothing of what was understood is known to be left out', () => {
    expect(read('golf 7').unused).toEqual(['7']);
    expect(read('golf 312 mm').unused).toEqual(['312 mm']);
    expect(read('brake disc 312 mm').unused).toEqual([]);
    expect(read('golf oil').unused).toEqual([]);
    expect(read('brake disc oil').unused).toEqual(['oil']);
    expect(read('10 v belts').unused).toEqual(['10']);
  });

  test('a value that was left out is not told as understood', () => {
    const reading = read('brake disc 77 front');
    const labels = (ignored: string[]) =>
      understoodOf(reading, { number: null, ignored }).attributes.map(({ label }) => label);
    expect(labels([])).toEqual(['Diameter', 'Axle']);
    expect(labels(['77'])).toEqual(['Axle']);
  });

  test('what counts for nothing is told once', () => {
    expect(understood('a disc for a golf').ignored).toEqual(['a', 'for']);
    expect(understood('205/55 r16').ignored).toEqual([]);
  });
});

describe('a beginning is a word', () => {
  test('only of four letters in a search', () => {
    expect(read('sp').types).toEqual([]);
    expect(read('spa').types).toEqual([]);
    expect(typesOf('alte')).toContain('alternator');
  });

  test('of two letters while it is typed, and then nothing was corrected', () => {
    const typing = (q: string) => understand(vocabulary, q, { isTyping: true });
    const ids = (q: string) => typing(q).types.map(({ type }) => type.id);
    expect(ids('alt')).toContain('alternator');
    expect(ids('brake di')).toContain('brake-disc');
    expect(typing('al').corrected).toEqual([]);
    expect(ids('al disc')).not.toContain('alternator');
  });

  test('of two letters as the last of several words, unless they are to be taken as they are', () => {
    expect(read('power steering pu').corrected).toEqual([{ typed: 'pu', as: 'pump' }]);
    const exact = { ...vocabulary, correctable: [], corrected: new Map() };
    expect(understand(exact, 'power steering pu').corrected).toEqual([]);
    expect(read('brakepad').corrected).toEqual([{ typed: 'brakepad', as: 'brake pad' }]);
    expect(understand(exact, 'brakepad').corrected).toEqual([]);
    expect(understand(exact, 'vw brkae disc').vehicle).toMatchObject({ model: null });
  });
});

describe('a vehicle is understood', () => {
  test.each([
    ['vw golf 2015', 'Volkswagen', 'Golf', 2015],
    ['2015 golf', 'Volkswagen', 'Golf', 2015],
    ['volkswagne gofl', 'Volkswagen', null, null],
    ['Golf GTI brake disc', 'Volkswagen', 'Golf GTI', null],
    ['mazda 3', 'Mazda', 'Mazda3', null],
    ["f150 '15", 'Ford', 'F-150', 2015],
    ['honda fit 09', 'Honda', 'Fit', 2009],
    ['330i', 'BMW', '330i', null],
  ])('%s', (q, make, model, year) => {
    expect(read(q).vehicle).toEqual({ make, model, year, engine: null });
  });

  test.each([
    ['vw corrado 1992', 'corrado', 1992],
    ['vw tdi injector', 'tdi', null],
  ])('with a model that is only guessed: %s', (q, model, year) => {
    const guessed = { make: 'Volkswagen', model, year, engine: null, isGuess: true };
    expect(read(q).vehicle).toEqual(guessed);
    expect(understoodOf(read(q), { number: null, ignored: [] }).vehicle).toEqual(guessed);
  });

  test.each(['1K0615301AA', '1K0 615 301', '8a0 319 812', '8A0-319'])(
    'without a model where a number follows: vw %s',
    (number) => {
      const { vehicle, number: its } = read(`vw ${number}`);
      expect(vehicle).toMatchObject({ make: 'Volkswagen', model: null });
      expect(its?.text).toBe(number);
    },
  );

  test.each(['does this fit', 'turbo charger', 'brake disc 2015', 'hold open'])(
    'not in: %s',
    (q) => {
      expect(read(q).vehicle).toBeNull();
    },
  );
});

describe('values are understood', () => {
  test.each([
    ['brake disc 312 mm', ['dia', 'thk', 'minthk', 'pcd'], '312'],
    ['brake disc 31,2cm', ['dia', 'thk', 'minthk', 'pcd'], '312'],
    ['battery 70ah', ['cap'], '70'],
    ['relay 5 pin', ['pins'], '5'],
    ['brake disc vorne', ['axle'], 'Front'],
    ['heated mirror glass', ['heat'], 'Yes'],
    ['12v 55w', ['volt'], '12 V'],
  ])('%s', (q, keys, value) => {
    const [first] = read(q).values;
    expect(first?.of.map(({ key }) => key)).toEqual(keys);
    expect(new Set(first?.of.map((one) => one.value))).toEqual(new Set([value]));
  });
});

test('a thread without its pitch is each thread of that width', () => {
  const [thread, ...others] = read('spark plug m14').values;
  const values = new Set(thread?.of.map(({ value }) => value));
  expect(values.size).toBeGreaterThan(0);
  for (const value of values) expect(value).toMatch(/^M14x/);
  expect(others).toEqual([]);
});

test.each(['wheel bolt m14x1.5', 'm14 x 1.5 wheel bolt', 'M14 X 1,5 wheel bolt'])(
  'a thread with its pitch is that thread alone: %s',
  (q) => {
    expect(read(q).values.flatMap(({ of }) => of.map(({ value }) => value))).toEqual(['M14x1.5']);
  },
);

test('a number is told from words, values and vehicles', () => {
  expect(read('8A0 319.812').number).toEqual({ text: '8A0 319.812', key: '8A0319812' });
  expect(read('brake disc BD-3122').number?.key).toBe('BD3122');
  expect(read('brake disc 312 mm').number).toBeNull();
  expect(read('vw golf 2015 h7').number).toBeNull();
  expect(read('brake disc 312mm').number).toBeNull();
  expect(read('12v 55w').number).toBeNull();
  expect(read('12 V 55 W').number).toBeNull();
  expect(read('spark plug m14').number).toBeNull();
});

test('of several figures first all are wanted, then none of the other words, then each of three alone, then none', () => {
  const ignored = attemptsFor(read('brake disc gizmo 61 62 63 64 65')).map((one) => one.ignored);
  const alone = [61, 62, 63].map((kept) => [
    ...[61, 62, 63, 64, 65].filter((figure) => figure !== kept).map(String),
    'gizmo',
  ]);
  expect(ignored).toEqual([[], ['gizmo'], ...alone, ['61', '62', '63', '64', '65', 'gizmo']]);
});

test('of kinds alone their shelves are read, the likeliest first', () => {
  const kindsOf = (text: string) =>
    attemptsFor(read(text)).map(({ shelves }) => shelves?.kinds.map(({ id }) => id));
  expect(kindsOf('spark plug')).toEqual([['spark-plug']]);
  const filters = read('filter').types.map(({ type }) => type.id);
  expect(filters.length).toBeGreaterThan(1);
  expect(kindsOf('filter')).toEqual([filters]);
  expect(kindsOf('spark plug m14').some((kinds) => kinds !== undefined)).toBe(false);
});

test('making the vocabulary lets others go first again and again', () => {
  expect(pauses).toBeGreaterThan(8);
});

test('any text is read without an error, and no more words than fifty', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
    fc
      .array(
        fc.constantFrom('brake', 'x', '312', 'mm', '\u0000', '’15', '205/55', 'golf', "'", '🚗'),
        { maxLength: 25 },
      )
      .map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const reading = read(text.slice(0, 100));
      expect(wordsOf(text).length).toBeLessThanOrEqual(50);
      expect(reading.types.length).toBeLessThanOrEqual(30);
      expect(reading.numberKeys.length).toBeLessThanOrEqual(120);
      expect(understoodOf(reading, { number: null, ignored: [] }).readAs).toEqual(
        expect.any(String),
      );
    }),
    { numRuns: 300 },
  );
});

test('the edits between two words are the same both ways, and at most what is asked', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, other, most) => {
      const edits = editDistance(one, other, most);
      expect(edits).toBe(editDistance(other, one, most));
      expect(edits === 0).toBe(one === other);
      expect(edits).toBeLessThanOrEqual(most + 1);
    }),
  );
  expect(editDistance('brake', 'brkae', 2)).toBe(1);
  expect(editDistance('brake', 'break', 2)).toBe(2);
});

test('plurals become singulars', () => {
  const plurals = ['discs', 'batteries', 'boxes', 'switches', 'gas', 'abs', 'glass', 'lens'];
  expect(plurals.map(singular)).toEqual([
    'disc',
    'battery',
    'box',
    'switch',
    'gas',
    'abs',
    'glass',
    'len',
  ]);
});

test.each([
  ['WVWZZZ1KZ6W000001', true],
  ['vin:wvwzzz1kz6w000001', true],
  ['ＷＶＷＺＺＺ１ＫＺ６Ｗ１２３４５６', true],
  ['WVWZZZ1KZ6WO12345', true],
  ['WV WZ ZZ 1K Z6 W1 23 456', true],
  ['W V W Z Z Z 1 K Z 6 W 0 0 0 0 0 1', true],
  ['john＠example．com', true],
  ['WVW ZZZ 1KZ 6W 000001', true],
  ['ann@example.com', true],
  ['flux capacitor', false],
  ['4012345678901', false],
  ['crankshaft bearing shells', false],
  ['car:WBA 3A5C57CF 256651', true],
  // One character is missing, or one too many.
  ['1HGCM82633A00435', true],
  ['golf VIN-WVWZZZ1JZXW00001 brake', true],
  ['WVWZZZ1JZXW0000012', true],
  // A word and a barcode.
  ['mann 4011558012345', false],
  // No VINs: too short, too few letters, too few figures.
  ['A2034300112X56', false],
  ['044650222004AB', false],
  ['044650222004466', false],
  ['synchronization55', false],
])('whether %s may say who somebody is: %s', (typed, personal) => {
  expect(isPersonal(typed)).toBe(personal);
});
