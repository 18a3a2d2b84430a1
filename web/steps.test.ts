import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientAction as orders } from '#web/admin/orders/manage-orders-page.tsx';
import { clientAction as product } from '#web/admin/parts/edit-product-page.tsx';
import { clientAction as products } from '#web/admin/parts/manage-products-page.tsx';
import { clientAction as order } from '#web/orders/order-page.tsx';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', fetched));
afterEach(() => void vi.unstubAllGlobals());

test.each(Object.entries({ order, orders, product, products }))(
  'a form of the page %s that names no step of it does nothing: least of all the last one',
  async (_page, action) => {
    for (const step of [undefined, '', 'cancle']) {
      const body = new URLSearchParams({
        id: 'x',
        orderId: 'x',
        ...(step === undefined ? {} : { step }),
      });
      const request = new Request('http://shop.test/', { method: 'POST', body });
      const given = { request, params: { id: 'x' } } as unknown as Parameters<typeof action>[0];
      await expect(action(given)).rejects.toThrow('There is no step');
    }
    expect(fetched).not.toHaveBeenCalled();
  },
);
