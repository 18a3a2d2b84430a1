import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Step } from '#web/ui/use-step.ts';
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

test('what was done before is not counted as done now, and what is refused is', () => {
  const taken = ['1', '2', '3', '4'].map((_id) => ({ _id, open: _id !== '1' && _id !== '4' }));
  const results = [
    { _id: '1', done: true, message: '' },
    { _id: '2', done: true, message: '' },
    { _id: '3', done: false, message: 'It is not paid.' },
    { _id: '4', done: false, message: 'It was cancelled.' },
  ];
  const step = { taken, results } as unknown as Step<readonly Row[]>;
  const html = renderToStaticMarkup(<BulkResults bulk={bulk} step={step} />);
  expect(html).toContain('Approved: 1 of 3');
  expect(html).not.toContain('Order 1');
  for (const said of ['Order 2', 'Not approved. It is not paid.', 'Order 4'])
    expect(html).toContain(said);
});
