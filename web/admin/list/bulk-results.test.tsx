import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Step } from '#web/ui/use-step.ts';
import { bulkFields } from './bulk-step.ts';
import { BulkResults, type Bulk } from './bulk-table.tsx';

interface Row {
  readonly _id: string;
  readonly open: boolean;
}

const bulk: Bulk<Row> = {
  button: 'Approve',
  look: 'signal',
  done: 'Approved',
  nameOf: ({ _id }) => `Order ${_id}`,
  can: ({ open }) => open,
  sumOf: () => '',
  title: '',
  question: () => '',
};

test('the step is taken only on the rows that the dialog asks about', () => {
  const rows = ['1', '2', '3'].map((_id) => ({ _id, open: _id !== '2' }));
  expect(bulkFields('ship-many', bulk.can)(rows)).toEqual({ step: 'ship-many', ids: '1,3' });
});

test('whatever was done is told, and so is what was refused', () => {
  const taken = ['1', '2', '3'].map((_id) => ({ _id, open: _id !== '1' }));
  const results = [
    { _id: '1', done: true, message: '' },
    { _id: '2', done: true, message: '' },
    { _id: '3', done: false, message: 'It is not paid.' },
  ];
  const step = { taken, results } as unknown as Step<readonly Row[]>;
  const html = renderToStaticMarkup(<BulkResults bulk={bulk} step={step} />);
  expect(html).toContain('Approved: 2 of 3');
  for (const said of ['Order 1', 'Order 2', 'Not approved. It is not paid.'])
    expect(html).toContain(said);
});
