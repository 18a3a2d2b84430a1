import { expect, test } from 'vitest';
import {
  anyEngine,
  engineForFiles,
  engineText,
  engineTyped,
  meets,
  readEngine,
  type Engine,
} from './engine-rules.ts';

test.each([
  ['2.0 L4 petrol', '2.0 L4 petrol'],
  ['2,0l diesel', '2.0 diesel'],
  ['2.0 l diesel', '2.0 diesel'],
  ['2 litres Gasoline', '2.0 petrol'],
  ['V6', 'V6'],
  ['i4', 'L4'],
  ['2.0 V petrol', '2.0 V petrol'],
  ['4 cylinders', '4-cylinder'],
  ['4-cylinder 1.6', '1.6 4-cylinder'],
  ['diesel 2.0 4cyl', '2.0 4-cylinder diesel'],
  ['EV', 'electric'],
  ['6.75 V8', '6.75 V8'],
  ['  ', ''],
])('%j is the engine %j', (typed, text) => {
  const engine = readEngine(typed);
  expect(engine && engineText(engine)).toBe(text);
  // What is written is read as the same.
  expect(readEngine(text)).toEqual(engine);
});

const petrolOf = (its: Partial<Engine>) => ({ ...anyEngine, fuel: 'petrol' as const, ...its });

test.each([
  [petrolOf({ layout: 'L' }), 'petrol'],
  [petrolOf({ layout: 'L', litres: 1.5 }), '1.5 petrol'],
  [petrolOf({ layout: 'L', litres: 1.5, cylinders: 4 }), '1.5 L4 petrol'],
  [petrolOf({ layout: 'V' }), 'V petrol'],
  [petrolOf({ litres: 0 }), 'petrol'],
  [{ ...anyEngine, layout: 'L' as const }, ''],
])('%j, of which something says no more than nothing, is written as %j', (engine, text) => {
  expect(engineText(engine)).toBe(text);
  expect(readEngine(text)).toBeDefined();
});

test.each([
  ['3.5L V6 GAS', '3.5 V6 petrol'],
  ['Gas 2.0', '2.0 petrol'],
  ['gasoline', 'petrol'],
  ['6.0 V8 CNG', '6.0 V8 gas'],
  ['1.8 Natural Gas', '1.8 gas'],
  ['2.0 diesel', '2.0 diesel'],
])('whoever types %j means the engine %j', (typed, text) => {
  const read = (words: string) => engineText(readEngine(engineTyped(words)) ?? anyEngine);
  expect(read(typed)).toBe(text);
  // A file that the shop wrote says the same.
  expect(read(engineForFiles(text))).toBe(text);
});

test.each([
  ['TDI'],
  ['2.0 2.5'],
  ['petrol diesel'],
  ['2.0 quattro'],
  ['0.0'],
  ['99.0'],
  ['constructor'],
  ['2.0 i petrol'],
  ['L diesel'],
])('%j is no engine', (typed) => expect(readEngine(typed)).toBeUndefined());

const diesel = readEngine('2.0 L4 diesel') ?? anyEngine;

test.each([
  ['', 'yes'],
  ['2.0', 'yes'],
  ['2.0 diesel', 'yes'],
  ['L4', 'yes'],
  ['petrol', 'no'],
  ['2.5 diesel', 'no'],
  ['V6 diesel', 'no'],
] as const)('a 2.0 L4 diesel meets %j: %s', (demanded, agreement) => {
  expect(meets(diesel, readEngine(demanded) ?? anyEngine)).toBe(agreement);
});

const flex = readEngine('3.5 V6 flex') ?? anyEngine;

test.each([
  ['petrol', 'unknown'],
  ['3.5 V6 petrol', 'unknown'],
  ['2.0 petrol', 'no'],
  ['flex', 'yes'],
  ['diesel', 'no'],
  ['lpg', 'no'],
] as const)('a 3.5 V6 flex, which burns petrol, too, meets %j: %s', (demanded, agreement) => {
  expect(meets(flex, readEngine(demanded) ?? anyEngine)).toBe(agreement);
});

test('an engine that is said to burn petrol may take E85, too', () => {
  expect(meets({ ...flex, fuel: 'petrol' }, flex)).toBe('unknown');
  expect(meets({ ...flex, fuel: 'petrol', litres: 2 }, flex)).toBe('no');
  expect(meets({ ...flex, fuel: 'diesel' }, flex)).toBe('no');
});

test('an engine that says nothing about what is demanded is unknown, unless something else speaks against it', () => {
  const petrol = readEngine('petrol') ?? anyEngine;
  expect(meets(anyEngine, diesel)).toBe('unknown');
  expect(meets({ ...anyEngine, litres: 2 }, diesel)).toBe('unknown');
  expect(meets(petrol, diesel)).toBe('no');
  expect(meets(anyEngine, anyEngine)).toBe('yes');
});

test.each([
  ['2.0 L4 electric', 'petrol', 'unknown'],
  ['2.0 L4 electric', '2.0 L4 petrol', 'unknown'],
  ['2.0 L4 electric', 'flex', 'unknown'],
  ['4-cylinder electric', 'petrol', 'unknown'],
  ['2.0 L4 electric', 'electric', 'yes'],
  ['2.0 L4 electric', '3.6 V6 petrol', 'no'],
  ['2.0 L4 electric', 'diesel', 'no'],
  ['2.0 L4 petrol', '2.0 L4 electric', 'unknown'],
  ['2.0 flex', '4-cylinder electric', 'unknown'],
  ['2.0 L4 petrol', 'electric', 'no'],
  ['2.0 L4 diesel', '2.0 L4 electric', 'no'],
  // Nothing says that it burns anything.
  ['electric', 'petrol', 'no'],
  ['electric', '2.0 L4 petrol', 'no'],
] as const)(
  'an electric engine with a displacement is that of a plug-in hybrid: whether a %s meets %j: %s',
  (engine, demanded, agreement) => {
    const [its, wanted] = [engine, demanded].map((text) => readEngine(text) ?? anyEngine);
    expect(meets(its ?? anyEngine, wanted ?? anyEngine)).toBe(agreement);
  },
);
