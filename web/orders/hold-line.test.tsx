import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { HoldPreview } from '#contract/orders.ts';
import { HoldLine, ListHoldLine } from './hold-line.tsx';

const hold: HoldPreview = {
  minutes: 240,
  unpaid: 5,
  mostUnpaid: 5,
  longer: null,
  list: { minutes: 60, unpaid: 5, mostLines: 60 },
};
const customer = (unpaid: number) => ({
  ...hold,
  mostUnpaid: 20,
  list: { minutes: 4320, unpaid, mostLines: null },
});

function said(line: React.ReactNode): string {
  const Page = createRoutesStub([{ path: '/', Component: () => line }]);
  return renderToStaticMarkup(<Page />).replaceAll(/<[^>]+>/g, '');
}
const ofList = (lines: number, of: HoldPreview = hold) =>
  said(<ListHoldLine hold={of} lines={lines} />);

test('a list is not refused because single orders are, and its own limit is said before the click', () => {
  expect(said(<HoldLine hold={hold} />)).toBe(
    'You have 5 unpaid orders, the most at a time. Pay or cancel one in My Orders before you order again.',
  );
  const held = 'Until you pay, the pieces are held for you for 60 minutes.';
  expect(ofList(55)).toBe(held);
  expect(ofList(56)).toBe(
    'Until a first order is paid, 60 lines can be unpaid at a time, and you have 5 already. Pay or cancel one in My Orders before you order again.',
  );
  expect(ofList(61)).toBe(
    'Until a first order is paid, 60 lines can be unpaid at a time, and this list has 61. Order and pay a part of it first.',
  );
});

test('a list of a customer who has paid counts as one order, however long it is', () => {
  expect(ofList(500, customer(19))).toBe('Until you pay, the pieces are held for you for 3 days.');
  expect(ofList(1, customer(20))).toBe(
    'You have 20 unpaid orders and lists, the most at a time. Pay or cancel one in My Orders before you order again.',
  );
});
