import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const minute = 60_000;
const hour = 60 * minute;
let ana: Person;
let order: string;

const shop = await useShop();
beforeEach(async () => {
  ana = await shop.person('Ana Duarte', { tokenHours: 1000 });
  order = await shop.order(ana, await samplePart(shop.db), 200);
});

const reminders = async () =>
  (await mailsTo(shop.db, ana.email)).filter(({ subject }) => subject.endsWith('is not paid yet'));

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
      {
        subject: expect.any(String),
        text: expect.stringContaining(`\nhttp://shop.test/payment/${order}\n`),
      },
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
    ['of 60 minutes comes when 20 minutes are left', false, 60, 20],
    ['of 4 hours comes when 80 minutes are left', true, 240, 80],
  ])('of a hold %s', async (_words, emailVerified, holdMinutes, leftMinutes) => {
    const newcomer = await shop.person('New Comer', { emailVerified, tokenHours: 1000 });
    const unpaid = await shop.order(newcomer, await samplePart(shop.db), 200, '203.0.113.5');
    const told = async () =>
      (await mailsTo(shop.db, newcomer.email)).map(({ subject }) =>
        subject.replace(/UH-\w+/, 'UH'),
      );
    shop.clock.advance((holdMinutes - leftMinutes) * minute - 1);
    await shop.everyMinute();
    expect(await told()).toEqual(['Your order UH is waiting for payment']);
    shop.clock.advance(1);
    await shop.everyMinute();
    shop.clock.advance(minute);
    await shop.everyMinute();
    expect(await told()).toEqual([
      'Your order UH is waiting for payment',
      'Order UH is not paid yet',
    ]);
    await shop.request('DELETE', `/api/order?id=${unpaid}`, { as: newcomer });
  });

  it('comes however many orders wait for an address that has had all mails of its day', async () => {
    shop.clock.advance(48 * hour - 41 * minute);
    const stranger = await shop.person('Stranger', { emailVerified: false });
    const part = await samplePart(shop.db);
    const place = () => shop.order(stranger, part, 200, '203.0.113.9');
    for (let round = 0; round < 5; round += 1)
      await shop.request('DELETE', `/api/order?id=${await place()}`, { as: stranger });
    const first = await place();
    await sql`
      insert into orders select row.* from orders its, generate_series(1, 150) n, lateral jsonb_populate_record(null::orders,
        to_jsonb(its) || jsonb_build_object('id', '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))) row where its.id = ${first}`.execute(
      shop.db,
    );
    shop.clock.advance(41 * minute);
    await shop.everyMinute();
    expect(await reminders()).toHaveLength(1);
    expect(await mailsTo(shop.db, stranger.email)).toHaveLength(10);
  });
});
