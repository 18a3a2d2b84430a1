import { expect, test } from 'vitest';
import type { VinAnswer } from '#contract/vin-calls.ts';
import { brokenOf, describedVins, vehiclesSaid } from '#test/described-vins.ts';
import { useShop } from '#test/use-shop.ts';
import { loadVinTables } from './vin-tables.ts';

const shop = await useShop();

test('200 VINs made of the tables, and each with every slip, are answered or refused', async () => {
  const tables = loadVinTables();
  const post = (vin: string) => shop.request('POST', '/api/vin', { body: { vin } });
  const refused = { status: 422, body: { error: 'vin_invalid' } };
  for (const { vin, year } of describedVins(tables)) {
    const { status, body } = await post(vin);
    const { vehicles, hasCheckDigit } = body as VinAnswer;
    expect([status, hasCheckDigit], vin).toEqual([200, true]);
    // Under the shop's own names, and with what it knows of engines.
    const told = vehicles.map((one) => `${one.year} ${one.body}`);
    const bodies = vehiclesSaid(tables, vin, year).map((one) => `${year} ${one.body}`);
    expect(new Set(told), vin).toEqual(new Set(bodies));
    expect(
      vehicles.every(({ model }) => model !== null),
      vin,
    ).toBe(true);

    const { wrongDigit, small, short, wrongLetters } = brokenOf(vin);
    expect((await post(small)).body, vin).toEqual(body);
    expect((await post(wrongDigit)).body, vin).toEqual({ vehicles, hasCheckDigit: false });
    for (const none of [short, ...wrongLetters]) {
      const answer = await post(none);
      expect(answer, none).toMatchObject(refused);
      expect(JSON.stringify(answer.body), none).not.toContain(none);
    }
  }
});
