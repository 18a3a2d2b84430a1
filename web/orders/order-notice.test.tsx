import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
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
