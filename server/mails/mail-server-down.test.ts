import { afterAll, describe, expect, it } from 'vitest';
import { orderNumber } from '#contract/order-rules.ts';
import { sandboxes } from '#server/start/third-party-config.ts';
import { startMailServer } from '#test/mail-server.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const server = await startMailServer();
afterAll(() => server.stop());
const shop = await useShop({ thirdParties: { ...sandboxes, mail: server.setup } });

describe('a shop whose mail server is down', () => {
  it('sells as ever, and its mails arrive when the server is back', async () => {
    await server.stop();
    const ana = await shop.person('Ana Duarte');
    const order = await shop.order(ana, await samplePart(shop.db), 200);
    await shop.pay(ana, order);
    await shop.everyMinute();
    shop.clock.advance(60_000);
    await shop.everyMinute();
    expect(server.arrived).toEqual([]);
    // What the log says of it names nobody.
    expect(shop.logged.join('')).toContain('mails cannot be sent now');
    expect(shop.logged.join('')).not.toContain(ana.email);

    await server.start();
    shop.clock.advance(60_000);
    await shop.everyMinute();
    const number = orderNumber(order);
    expect(server.arrived.map(({ subject = '' }) => subject).toSorted()).toEqual([
      `We have received the payment for order ${number}`,
      `Your order ${number} is waiting for payment`,
    ]);
    for (const mail of server.arrived) {
      expect(mail.recipients).toEqual([ana.email]);
      expect(mail.text).toContain(number);
      expect(mail.html).toContain(number);
    }
    await shop.everyMinute();
    expect(server.arrived).toHaveLength(2);
  });
});
