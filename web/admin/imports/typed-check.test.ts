import { expect, test } from 'vitest';
import { minimumFault, typedCheck, typedReading, typedTicks } from './typed-check.ts';

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test('the choice of columns is sent with its settings', () => {
  const form = formOf({
    columns: '2',
    'column.0': 'partNumber',
    'column.1': '',
    decimal: ',',
    lists: 'add',
    missing: 'archive',
    minimumOrder: '50',
  });
  expect(typedCheck(form)).toEqual({
    fields: ['partNumber', null],
    settings: { decimal: ',', lists: 'add', missing: 'archive', minimumOrder: 50 },
  });
});

test('without a mark each number says by itself what it means', () => {
  const { settings } = typedCheck(formOf({ columns: '0', decimal: '', minimumOrder: '1' }));
  expect(settings).toEqual({ lists: 'replace', missing: 'keep', minimumOrder: 1 });
});

test('a minimum order is a whole number of pieces, at least one', () => {
  for (const typed of ['1', ' 100 ', '100000000'])
    expect(minimumFault(formOf({ minimumOrder: typed })), typed).toBeUndefined();
  for (const typed of ['', '0', '-5', '1.5', 'ten', '100000001'])
    expect(minimumFault(formOf({ minimumOrder: typed })), typed).toEqual({
      minimumOrder: 'Must be a whole number of pieces, at least 1.',
    });
});

test('a tab is a delimiter like others, and what is not chosen is guessed', () => {
  expect(typedReading(formOf({ delimiter: '\t', encoding: '' }))).toEqual({ delimiter: '\t' });
  expect(typedReading(formOf({ sheet: 'Prices' }))).toEqual({ sheet: 'Prices' });
});

test('only guards that there are can be ticked, and of the check that was seen', () => {
  const form = formOf({ check: '2' });
  for (const tick of ['stock', 'nonsense', 'price']) form.append('tick', tick);
  expect(typedTicks(form)).toEqual({ ticks: ['price', 'stock'], check: 2 });
  expect(typedTicks(formOf({ check: '' }))).toEqual({ ticks: [] });
});
