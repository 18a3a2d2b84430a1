import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const vin = '1HGCM82633A004352';

it.each([vin, `van ${vin}`, 'WVW ZZZ 1KZ AW 000001', '1HGCM82633AO04352'])(
  'a list with %j for a number or its name is not kept, neither by name nor as the one that is written on',
  async (number) => {
    const ana = await shop.person('Ana Duarte');
    const id = randomUUID();
    const ask = (method: 'PUT' | 'PATCH', path: string, body: object) =>
      shop.request(method, `/api/${path}`, { as: ana, body });
    const line = { number: 'NO-1', quantity: 400 };
    const lines = [line, { ...line, number }];
    const refused = { status: 422, body: { error: 'invalid_input' } };
    expect(await ask('PUT', `my-lists/${id}`, { name: 'Monday', lines })).toMatchObject(refused);
    expect(await ask('PUT', `my-lists/${id}`, { name: number, lines: [line] })).toMatchObject(
      refused,
    );
    expect(await ask('PUT', 'order-list', { lines, version: 0 })).toMatchObject(refused);
    // A part without a number has its name there, and somebody chose the part.
    const chosen = [{ ...line, number, productId: randomUUID() }];
    expect((await ask('PUT', `my-lists/${id}`, { name: 'Monday', lines: chosen })).status).toBe(
      200,
    );
    expect((await ask('PUT', 'order-list', { lines: chosen, version: 0 })).status).toBe(200);
    expect(await ask('PATCH', `my-lists/${id}`, { name: number })).toMatchObject(refused);
  },
);
