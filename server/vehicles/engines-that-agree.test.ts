import fc from 'fast-check';
import { expect, test } from 'vitest';
import { engineText, fuels, meets, type Engine } from '#contract/engine-rules.ts';
import { enginesThatAgree } from './engines-that-agree.ts';

const either = <Value>(values: readonly Value[]) =>
  fc.oneof(fc.constant(null), fc.constantFrom(...values));
const engine: fc.Arbitrary<Engine> = fc
  .record({
    litres: either([1, 2, 2.5, 20, 1.25, 0.9]),
    cylinders: either([1, 2, 4, 12]),
    layout: either(['L', 'V', 'H', 'W'] as const),
    fuel: either(fuels),
  })
  // A row of engines is told by its number: 'L' alone is no engine's text.
  .filter(({ layout, cylinders }) => layout !== 'L' || cylinders !== null);

test('demands that agree with an engine are those that do not exclude it', () => {
  fc.assert(
    fc.property(engine, engine, (its, demanded) => {
      const agrees = new RegExp(enginesThatAgree(its)).test(engineText(demanded));
      expect(agrees, `${engineText(its)} / ${engineText(demanded)}`).toBe(
        meets(its, demanded) !== 'no',
      );
    }),
    { numRuns: 3000 },
  );
});
