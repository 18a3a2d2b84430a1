import { expect, test } from 'vitest';
import {
  comboboxOf,
  comboboxStep,
  sentOf,
  valueOf,
  type Choice,
  type ComboboxEvent,
  type ComboboxState,
} from './combobox-state.ts';

const disc: Choice = { value: 'brake-disc', text: 'Brake disc' };
const drum: Choice = { value: 'brake-drum', text: 'Brake drum' };
const both = { kind: 'found', found: [disc, drum] } as const;
const typed = (text: string) => ({ kind: 'typed', text }) as const;
const down = { kind: 'moved', by: 1 } as const;
const up = { kind: 'moved', by: -1 } as const;

function after(start: ComboboxState, ...events: readonly ComboboxEvent[]): ComboboxState {
  return events.reduce(comboboxStep, start);
}
const empty = comboboxOf(undefined, false);
const held = comboboxOf(disc, false);
const free = comboboxOf(undefined, true);
const shown = ({ text, open, active }: ComboboxState) => ({ text, open, active });

test('what is typed opens the list, and its first choice is the one that Enter takes', () => {
  expect(after(empty, typed('brake'))).toMatchObject({
    open: true,
    sought: 'brake',
    found: 'waiting',
    active: -1,
  });
  expect(shown(after(empty, typed('brake'), both))).toEqual({
    text: 'brake',
    open: true,
    active: 0,
  });
  expect(after(empty, typed('x'), { kind: 'found', found: [] }).active).toBe(-1);
});

test('the arrow keys open the list and go round it by way of the field', () => {
  expect(after(held, down)).toMatchObject({ open: true, sought: '', active: -1 });
  const places = [down, down, down, up, up].map((_, index, all) =>
    after(held, down, both, ...all.slice(0, index + 1)),
  );
  expect(places.map(({ active }) => active)).toEqual([0, 1, -1, 1, 0]);
});

test('a choice is taken with its name, and is what the form sends', () => {
  const chosen = after(empty, typed('drum'), both, { kind: 'chosen', choice: drum });
  expect(shown(chosen)).toEqual({ text: 'Brake drum', open: false, active: -1 });
  expect(valueOf(chosen)).toBe('brake-drum');
});

test('leaving or Escape gives up a search, not what was chosen before', () => {
  for (const kind of ['left', 'escaped'] as const) {
    const back = after(held, typed('Brake d'), both, { kind });
    expect([shown(back), valueOf(back)]).toEqual([
      { text: 'Brake disc', open: false, active: -1 },
      'brake-disc',
    ]);
  }
  expect(valueOf(after(empty, typed('Brake'), both, { kind: 'left' }))).toBe('');
});

test('a whole name that is typed is chosen on leaving, unless two are called so', () => {
  expect(valueOf(after(empty, typed('brake DRUM '), both, { kind: 'left' }))).toBe('brake-drum');
  const twins = { kind: 'found', found: [drum, { ...drum, value: 'other' }] } as const;
  expect(valueOf(after(empty, typed('brake drum'), twins, { kind: 'left' }))).toBe('');
});

test('an emptied field, or a press on Clear, holds nothing', () => {
  expect(valueOf(after(held, typed(''), { kind: 'left' }))).toBe('');
  expect(after(held, { kind: 'cleared' })).toMatchObject({ text: '', chosen: undefined });
});

test('where any text may stay, it is the value, and Enter takes a choice only if somebody goes to it', () => {
  const searched = after(free, typed('Bosc'), both);
  expect([searched.active, valueOf(searched)]).toEqual([-1, 'Bosc']);
  expect(valueOf(after(searched, { kind: 'left' }))).toBe('Bosc');
  expect(valueOf(after(searched, down, { kind: 'chosen', choice: disc }))).toBe('Brake disc');
});

const left = { kind: 'left' } as const;
const failed = { kind: 'found', found: 'failed' } as const;

test('a whole name that is typed is taken also when it is found after the field was left', () => {
  const gone = after(held, typed('Brake drum'), left);
  // Until then the shop is sent what is typed, and refuses it.
  expect([shown(gone), valueOf(gone), sentOf(gone)]).toEqual([
    { text: 'Brake drum', open: false, active: -1 },
    'brake-disc',
    'Brake drum',
  ]);
  const found = after(gone, both);
  expect([found.text, found.left, sentOf(found)]).toEqual(['Brake drum', false, 'brake-drum']);
  const unknown = after(held, typed('Brake'), left, both);
  expect([unknown.text, unknown.left, sentOf(unknown)]).toEqual([
    'Brake disc',
    false,
    'brake-disc',
  ]);
  // Nothing was typed, or it is what is chosen already.
  for (const events of [[{ kind: 'opened' }], [typed('Brake disc')], [typed('')]] as const)
    expect(after(held, ...events, left)).toMatchObject({ left: false, open: false });
  expect(after(held, left)).toBe(held);
});

test('a search that failed keeps what is typed, can be done again, and goes on where it was left', () => {
  const gone = after(held, typed('Brake drum'), failed, left);
  expect([gone.left, gone.found, sentOf(gone)]).toEqual([true, 'failed', 'Brake drum']);
  expect(after(gone, { kind: 'opened' })).toMatchObject({
    open: true,
    left: false,
    sought: 'Brake drum',
    found: 'failed',
  });
  const again = after(gone, { kind: 'retried' });
  expect(again).toMatchObject({ left: true, found: 'waiting', tries: 1, sought: 'Brake drum' });
  expect(sentOf(after(again, both))).toBe('brake-drum');
  expect(after(again, failed, { kind: 'retried' }).tries).toBe(2);
  expect(after(held, typed('x'), failed).active).toBe(-1);
});
