import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { unreachable } from '#web/api/call.ts';
import { OrderNotice } from './order-notice.tsx';
import { refusedOrder } from './submit-order.ts';

const said = (quantity: number, details: object) => {
  const body = { error: 'quantity_out_of_range', message: 'This cannot be ordered.', ...details };
  const outcome = refusedOrder(ApiError.of(422, body), quantity);
  return renderToStaticMarkup(<OrderNotice outcome={outcome} />);
};

test('a quantity that is refused is said to be more than there is only where it is', () => {
  expect(said(200, { available: 100, nearest: [100] })).toContain(
    'Nothing was ordered: there are 100 pieces in stock now.',
  );
  expect(said(200, { available: 5000, nearest: [150, 300] })).toContain(
    'Nothing was ordered. This cannot be ordered. 150 or 300 pieces can be ordered now.',
  );
  expect(said(200, { available: 5000 })).toContain('Nothing was ordered. This cannot be ordered.<');
});

test('an order of which no answer says how it went is not said to be unmade, and My Orders is named', () => {
  const lost = [unreachable(), ApiError.of(502, ''), ApiError.of(503, { message: 'Busy.' })];
  for (const error of lost) {
    const outcome = refusedOrder(error, 200);
    // A link needs a router around it.
    const Page = createRoutesStub([
      { path: '/', Component: () => <OrderNotice outcome={outcome} /> },
    ]);
    const notice = renderToStaticMarkup(<Page />);
    expect(notice).toContain(
      'It is not known whether your order was made; if it was, My Orders shows it. ',
    );
    expect(notice).toContain(error.message);
    expect(notice).not.toContain('Nothing was ordered');
    expect(notice).toContain('href="/dashboard/my-orders"');
  }
});
