import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { placedBeforeHoldEnds } from './hold.ts';

const hour = 3_600_000;
let shop: TestShop;
let ana: Person;
let order: string;

beforeAll(async () => {
  shop = await startShop();
});
beforeEach(async () => {
  ana = await shop.person('Ana Duarte', { tokenHours: 1000 });
  order = await shop.order(ana, await samplePart(shop.db), 200);
});
afterAll(() => shop.close());

const reminders = async () => (await mailsTo(shop.db, ana.email)).filter(({ subject }) => subject.endsWith('is not paid yet'));

describe('a reminder to pay', () => {
  it('comes once, a day before the hold of 72 hours ends, with the pay link', async () => {
    shop.clock.advance(48 * hour - 1);
    await shop.everyMinute();
    expect(await reminders()).toEqual([]);

    shop.clock.advance(1);
    await Promise.all([shop.everyMinute(), shop.everyMinute()]);
    shop.clock.advance(hour);
    await shop.everyMinute();
    expect(await reminders()).toEqual([
      { subject: expect.any(String), text: expect.stringContaining(`\nhttp://shop.test/payment/${order}\n`) },
    ]);
  });

  it('does not come for an order that is paid, cancelled, or over already', async () => {
    await shop.pay(ana, order);
    const cancelled = await shop.order(ana, await samplePart(shop.db), 200);
    await shop.request('DELETE', `/api/order?id=${cancelled}`, { as: ana });
    shop.clock.advance(50 * hour);
    await shop.everyMinute();
    await shop.order(ana, await samplePart(shop.db), 200);
    // Nobody looked for three days: what has expired by now is not asked to be paid.
    shop.clock.advance(73 * hour);
    await shop.everyMinute();
    expect(await reminders()).toEqual([]);
  });

  it.each([
    [72, 24],
    [9, 3],
    [720, 24],
    [0.3, 0.1],
  ])('of a hold of %d hours comes when %d are left', (holdHours, leftHours) => {
    const now = new Date('2026-11-20T09:00:00Z');
    const { placedAfter, placedUntil } = placedBeforeHoldEnds(now, holdHours);
    expect(placedAfter.getTime()).toBeCloseTo(now.getTime() - holdHours * hour, -1);
    expect(placedUntil.getTime()).toBeCloseTo(now.getTime() - (holdHours - leftHours) * hour, -1);
  });
});
