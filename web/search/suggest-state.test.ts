import { expect, test } from 'vitest';
import {
  inSight,
  suggestStep,
  toAsk,
  untouched,
  type SuggestEvent,
  type SuggestState,
} from './suggest-state.ts';

const groups = [
  {
    label: 'Parts',
    options: [
      { to: '/parts/a', text: 'A' },
      { to: '/parts/b', text: 'B' },
    ],
  },
  { label: 'Brands', options: [{ to: '/parts?brand=c', text: 'C' }] },
];
const typed = (text: string): SuggestEvent => ({ kind: 'typed', text });
const found = (sought: string): SuggestEvent => ({ kind: 'found', found: { sought, groups } });
const down: SuggestEvent = { kind: 'moved', by: 1 };
const up: SuggestEvent = { kind: 'moved', by: -1 };
const after = (...events: SuggestEvent[]): SuggestState => events.reduce(suggestStep, untouched);

test('two letters are asked about, one is not, and what is answered is not asked again', () => {
  expect(toAsk(after(typed('b')))).toBeUndefined();
  expect(toAsk(after(typed(' br ')))).toBe('br');
  expect(toAsk(after(typed('br'), found('br')))).toBeUndefined();
  expect(toAsk(after(typed('br'), { kind: 'closed' }))).toBeUndefined();
});

test('an answer to an earlier text is dropped; the one before stays in sight until its own comes', () => {
  const state = after(typed('br'), found('br'), typed('bra'));
  expect(inSight(state)).toBe(3);
  expect(suggestStep(state, found('br'))).toBe(state);
  expect(toAsk(state)).toBe('bra');
});

test('nothing is suggested for an emptied field', () => {
  expect(after(typed('br'), found('br'), typed(' '))).toEqual(untouched);
});

test('arrows go through all groups and the field itself, round and round', () => {
  const open = after(typed('br'), found('br'));
  const places = (...events: SuggestEvent[]) => events.reduce(suggestStep, open).active;
  expect(open.active).toBe(-1);
  expect(places(down)).toBe(0);
  expect(places(down, down, down)).toBe(2);
  expect(places(down, down, down, down)).toBe(-1);
  expect(places(up)).toBe(2);
  expect(places(down, { kind: 'last' })).toBe(2);
  expect(places(up, { kind: 'first' })).toBe(0);
});

test('typing on leaves the suggestion that was come to', () => {
  expect(after(typed('br'), found('br'), down, typed('bra')).active).toBe(-1);
});

test('Esc closes the list, and an arrow opens it again where something is typed', () => {
  const closed = after(typed('br'), found('br'), down, { kind: 'closed' });
  expect(inSight(closed)).toBe(0);
  expect(closed.active).toBe(-1);
  expect(inSight(suggestStep(closed, down))).toBe(3);
  expect(suggestStep(untouched, down).open).toBe(false);
});
