import { expect, it } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let cleared = 0;
const shop = await useShop({
  pages: async (_app, { onChange }) => onChange(() => void (cleared += 1)),
});
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Duarte');
const part = await samplePart(shop.db, { inStock: 10_000 });

/** A return of a new order that was shipped; its id, its number and its order. */
async function asked() {
  const order = await shop.order(ana, part, 200);
  await shop.pay(ana, order);
  await shop.request('PATCH', `/api/order/${order}`, { as: admin, body: { status: 'shipped' } });
  const body = { reason: 'damaged', quantity: 50 };
  const answer = await shop.request('POST', `/api/orders/${order}/returns`, { as: ana, body });
  return { order, id: answer.body.insertedId, number: answer.body.number };
}

async function step(id: string, body: object): Promise<void> {
  shop.clock.advance(1000);
  const path = `/api/admin/returns/${id}`;
  expect((await shop.request('POST', path, { as: admin, body })).status).toBe(200);
}

it('each step of an admin is in the audit log, with what it changed', async () => {
  const { order, id, number } = await asked();
  await step(id, { step: 'agree', words: 'Send them.' });
  await step(id, { step: 'receive', quantity: 40 });
  await step(id, { step: 'settle', amount: 300, restock: 30 });
  const declined = await asked();
  await step(declined.id, { step: 'decline', words: 'They are worn.' });
  const { body } = await shop.request('GET', '/api/admin/audit?limit=20', { as: admin });
  const rows = body.filter(({ action }: { action: string }) => action.startsWith('return '));
  const reason = `Return ${number}, 40 pieces: arrived damaged`;
  expect(rows).toEqual(
    [
      {
        action: 'return declined',
        before: { return: declined.number, status: 'asked' },
        after: { words: 'They are worn.' },
      },
      {
        action: 'return settled',
        before: { refunded: '$0.00' },
        after: { refunded: '$300.00', reason, restocked: 30 },
      },
      {
        action: 'return received',
        before: { return: number, status: 'agreed' },
        after: { received: 40 },
      },
      {
        action: 'return agreed',
        before: { return: number, status: 'asked' },
        after: { words: 'Send them.' },
      },
    ].map((row) => expect.objectContaining(row)),
  );
  expect(JSON.stringify(rows[1])).toContain(order);
});

it('admins see all returns, those of a status, or those that wait', async () => {
  const [waits, withdrawn] = [await asked(), await asked()];
  await shop.request('DELETE', `/api/returns/${withdrawn.id}`, { as: ana });
  const listed = async (query: string): Promise<string[]> => {
    const { body } = await shop.request('GET', `/api/admin/returns${query}`, { as: admin });
    return body.map(({ _id }: { _id: string }) => _id);
  };
  const all = await listed('');
  expect(new Set(all.slice(0, 2))).toEqual(new Set([waits.id, withdrawn.id]));
  expect(await listed('?status=withdrawn')).toEqual([withdrawn.id]);
  expect(await listed('?status=asked')).toEqual([waits.id]);
  expect(await listed('?status=open')).toEqual([waits.id]);
  expect((await listed('?status=settled')).every((id) => all.includes(id))).toBe(true);
  expect(await listed('?status=received')).toEqual([]);
});

it('pages are rendered anew once pieces are on sale again, and not otherwise', async () => {
  const settle = async (restock: number) => {
    const { id } = await asked();
    await step(id, { step: 'agree', words: 'Send them.' });
    await step(id, { step: 'receive', quantity: 50 });
    const before = cleared;
    await step(id, { step: 'settle', restock });
    return cleared - before;
  };
  expect(await settle(0)).toBe(0);
  expect(await settle(50)).toBe(1);
});
