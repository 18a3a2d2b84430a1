import { expect, test } from 'vitest';
import { engineText, fuels, readEngine, type Engine } from '#contract/engine-rules.ts';
import { knownVehicles } from '#server/vehicles/known-vehicles.ts';
import { loadVinTables, type VinPattern } from './vin-tables.ts';

/** Texts of engines that the shop would refuse where they come back to it, or read as another engine. */
function unreadable(engines: Iterable<Engine>): string[] {
  const texts = new Set([...engines].map(engineText));
  return [...texts].filter((text) => {
    const read = readEngine(text);
    return read === undefined || engineText(read) !== text;
  });
}

test('every engine of a known vehicle is written as the shop reads it', () => {
  const engines = [...knownVehicles().all()].flatMap((one) => one.engines);
  expect(engines.length).toBeGreaterThan(2000);
  expect(unreadable(engines.map(({ engine }) => engine))).toEqual([]);
});

test('whatever patterns of VINs say of an engine together is written as the shop reads it', () => {
  const tables = loadVinTables();
  const patterns = [...tables.schemas()].flatMap(({ id }) => tables.patternsOf(id));
  const said = (fact: 'litres' | 'cylinders') => [
    null,
    ...valuesOf(patterns, (one) => one[fact]).map(Number),
  ];
  const layouts = [null, 'L', 'V', 'H', 'W'] as const;
  expect(layouts).toEqual(expect.arrayContaining(valuesOf(patterns, ({ layout }) => layout)));
  expect(fuels).toEqual(expect.arrayContaining(valuesOf(patterns, ({ fuel }) => fuel)));
  const engines = said('litres').flatMap((litres) =>
    said('cylinders').flatMap((cylinders) =>
      layouts.flatMap((layout) =>
        [null, ...fuels].map((fuel) => ({ litres, cylinders, layout, fuel })),
      ),
    ),
  );
  expect(unreadable(engines)).toEqual([]);
});

function valuesOf(
  patterns: readonly VinPattern[],
  valueOf: (pattern: VinPattern) => string,
): string[] {
  return [...new Set(patterns.map(valueOf))].filter(Boolean);
}
