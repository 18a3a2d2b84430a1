import { beforeEach, describe, expect, it } from 'vitest';
import { orderNumber } from '#contract/order-rules.ts';
import type { Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { htmlTo, linkIn, mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let ana: Person;
let disc: string;

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1000 });
beforeEach(async () => {
  shop.clock.advance(1000);
  ana = await shop.person('Ana Duarte', { tokenHours: 1000 });
  disc = await samplePart(shop.db);
});

const hour = 3_600_000;
const mails = (person: Person = ana) => mailsTo(shop.db, person.email);
const subjects = async (person: Person = ana) =>
  (await mails(person)).map(({ subject }) => subject);
const paidOrder = async () => {
  const order = await shop.order(ana, disc, 200);
  shop.clock.advance(1000);
  await shop.pay(ana, order);
  shop.clock.advance(1000);
  return order;
};

describe('the customer is told by one mail', () => {
  it('that the order is placed: what, how much, until when, and where to pay', async () => {
    const body = {
      productId: disc,
      quantity: 200,
      address: '12 Dock Road, Leeds',
      phone: '+44 20 7946 0111',
    };
    const placed = await shop.request('POST', '/api/orders', { as: ana, body, key: 'form' });
    await shop.request('POST', '/api/orders', { as: ana, body, key: 'form' });
    const { insertedId: order } = placed.body;

    const number = orderNumber(order);
    expect(await mails()).toEqual([
      {
        subject: `Your order ${number} is waiting for payment`,
        text: [
          'Hello Ana Duarte,',
          'Thank you for your order. We have set its pieces aside for you.',
          `We hold them for 3 days, until ${inWords(72)}. If the order is not paid by then, we cancel it and put them back on sale.`,
          `Order: ${number}\nStatus: Unpaid\nPart: Brake disc, front, vented 300 mm\nQuantity: 200 pieces at $12.50 each\nTotal: $2500.00\nDelivered to: 12 Dock Road, Leeds\nPhone: +44 20 7946 0111`,
          `Pay $2500.00:\nhttp://shop.test/payment/${order}`,
          'Whoever has this link can pay the order, and only that: you may pass it on to the person who pays your bills.',
          'Underhood\nhttp://shop.test\nhello@shop.test',
        ].join('\n\n'),
      },
    ]);
    expect(linkIn((await mails())[0]).pathname).toBe(`/payment/${order}`);
  });

  it('that it is paid, however often the news comes', async () => {
    const order = await shop.order(ana, disc, 200);
    const transactionId = await shop.pay(ana, order);
    await shop.request('PATCH', `/api/orders/${order}`, {
      as: ana,
      body: { orderId: order, transactionId },
    });
    shop.clock.advance(60_000);
    await shop.everyMinute();

    const [, paid, ...more] = (await mails()).toSorted((one, two) =>
      two.subject.localeCompare(one.subject),
    );
    expect([paid?.subject, more]).toEqual([
      `We have received the payment for order ${orderNumber(order)}`,
      [],
    ]);
    expect(paid?.text).toContain('\nStatus: Pending\n');
    expect(paid?.text).toContain(`Transaction: ${transactionId}\n`);
    expect(paid?.text).toContain(`http://shop.test/dashboard/my-orders/${order}\n`);
    expect(paid?.text).toContain(
      `Receipt to print:\nhttp://shop.test/dashboard/documents/receipt/${order}\n`,
    );
  });

  it('that it is shipped, by whom and how to follow it', async () => {
    const order = await paidOrder();
    const ship = {
      as: admin,
      body: { status: 'shipped', carrier: 'Nordfracht', trackingNumber: 'NF-0042' },
    };
    await shop.request('PATCH', `/api/order/${order}`, ship);
    await shop.request('PATCH', `/api/order/${order}`, ship);

    const [, , shipped, ...more] = await mails();
    expect([shipped?.subject, more]).toEqual([`Order ${orderNumber(order)} is on its way`, []]);
    expect(shipped?.text).toContain('\nStatus: Shipped\n');
    expect(shipped?.text).toContain('\nCarrier: Nordfracht\nTracking number: NF-0042\n');
  });

  it('that it is cancelled, and by whom', async () => {
    const [own, by] = [await shop.order(ana, disc, 200), await shop.order(ana, disc, 200)];
    shop.clock.advance(1000);
    await shop.request('DELETE', `/api/order?id=${own}`, { as: ana });
    await shop.request('DELETE', `/api/order?id=${own}`, { as: ana });
    shop.clock.advance(1000);
    await shop.request('DELETE', `/api/order?id=${by}`, { as: admin });

    const [, , first, second, ...more] = await mails();
    expect(second?.text).toContain('\nStatus: Cancelled\n');
    expect(first).toEqual({
      subject: `Order ${orderNumber(own)} is cancelled`,
      text: expect.stringContaining('You have cancelled your order. There is nothing to pay.'),
    });
    expect(second).toEqual({
      subject: `Order ${orderNumber(by)} is cancelled`,
      text: expect.stringContaining('We have cancelled your order.'),
    });
    expect(more).toEqual([]);
  });

  it('that it has expired', async () => {
    const order = await shop.order(ana, disc, 200);
    shop.clock.advance(73 * hour);
    await Promise.all([shop.everyMinute(), shop.everyMinute()]);

    const [, expired, ...more] = await mails();
    expect([expired?.subject, more]).toEqual([`Order ${orderNumber(order)} has expired`, []]);
    expect(expired?.text).toContain(`Order again:\nhttp://shop.test/purchase/${disc}\n`);
  });

  it('of each refund, how much and why', async () => {
    const order = await paidOrder();
    const refund = (amount: number, key: string) =>
      shop.request('POST', `/api/order/${order}/refund`, {
        as: admin,
        key,
        body: { amount, reason: 'Two boxes were damaged', restock: false },
      });
    await refund(500, 'one');
    await refund(500, 'one');
    shop.clock.advance(1000);
    await refund(250.5, 'two');
    shop.clock.advance(1000);
    await refund(1749.5, 'three');

    const [, , first, second, last, ...more] = await mails();
    expect(first).toEqual({
      subject: `We are giving back $500.00 of order ${orderNumber(order)}`,
      text: expect.stringMatching(
        /\$500\.00 of the \$2500\.00 you paid[^]*Reason: Two boxes were damaged\nGiven back so far: \$500\.00\n/,
      ),
    });
    expect(second?.text).toContain('Given back so far: $750.50');
    expect(second?.text).toContain('\nStatus: Pending\n');
    expect(last?.text).toContain('\nStatus: Refunded\n');
    expect(more).toEqual([]);
  });

  it('nothing when the shop refuses', async () => {
    await shop.request('POST', '/api/orders', {
      as: ana,
      body: { productId: disc, quantity: 250, address: 'x', phone: '1' },
    });
    const order = await shop.order(ana, disc, 200);
    const early = await shop.request('PATCH', `/api/order/${order}`, {
      as: admin,
      body: { status: 'shipped' },
    });
    expect(early.body.error).toBe('order_not_paid');
    expect(await subjects()).toHaveLength(1);
  });
});

describe('an address that nobody has proven', () => {
  it('gets no words of the one who ordered in its name', async () => {
    const name = 'Win a prize at evil.example';
    const stranger = await shop.person(name, { emailVerified: false });
    await shop.order(stranger, disc, 200);

    const [mail] = await mails(stranger);
    expect(mail?.text).toMatch(/^Hello,\n/);
    expect(mail?.text).not.toContain('Dock Road');
    expect(mail?.text).not.toContain('7946');
    expect(await htmlTo(shop, stranger.email)).not.toContain('evil.example');
  });

  it('hears of orders that expire as long as it has room, and the books know that it then is not told', async () => {
    const stranger = await shop.person('Stranger', { emailVerified: false, tokenHours: 1000 });
    for (let round = 0; round < 5; round += 1) {
      await shop.order(stranger, await samplePart(shop.db), 200, '203.0.113.77');
      for (const minutes of [41, 20]) {
        shop.clock.advance(minutes * 60_000);
        await shop.everyMinute();
      }
    }
    const told = (await subjects(stranger)).map((subject) => subject.replace(/UH-\w+/, 'UH'));
    expect(told).toHaveLength(10);
    expect(told.slice(0, 3)).toEqual([
      'Your order UH is waiting for payment',
      'Order UH is not paid yet',
      'Order UH has expired',
    ]);
    await expectInvariants(shop);
  });

  it('gets at most ten mails a day of what costs nothing', async () => {
    const stranger = await shop.person('Stranger', { emailVerified: false });
    for (let round = 0; round < 7; round += 1) {
      const order = await shop.order(stranger, disc, 200);
      await shop.request('DELETE', `/api/order?id=${order}`, { as: stranger });
    }
    expect(await subjects(stranger)).toHaveLength(10);

    const paid = await shop.order(stranger, disc, 200);
    await shop.pay(stranger, paid);
    expect(
      (await subjects(stranger)).filter((subject) => subject.startsWith('We have received')),
    ).toHaveLength(1);
    shop.clock.advance(25 * hour);
    await shop.order(await again(stranger), disc, 200);
    expect(await subjects(stranger)).toHaveLength(12);
  });
});

describe('what a person typed', () => {
  it('is text in the HTML of a mail, which fetches nothing and links to this shop only', async () => {
    const evil = await shop.person('<img src=x onerror=alert(1)> "Ada" & \'Bob\'');
    const part = await samplePart(shop.db, {
      name: 'Disc <script src="https://evil.example/x.js"></script>',
      orderQuantity: 100,
      inStock: 100,
    });
    const placed = await shop.request('POST', '/api/orders', {
      as: evil,
      body: {
        productId: part,
        quantity: 100,
        address: '"><svg onload=alert(1)>\n\nOrder: UH-FAKE\nhttps://evil.example',
        phone: '<b>1</b>',
      },
    });
    expect(placed.status).toBe(201);

    const html = await htmlTo(shop, evil.email);
    expect(html).toContain(
      'Hello &lt;img src=x onerror=alert(1)&gt; &quot;Ada&quot; &amp; &#39;Bob&#39;,',
    );
    expect(html).toContain(
      'Disc &lt;script src=&quot;https://evil.example/x.js&quot;&gt;&lt;/script&gt;',
    );
    const pages = [html, await htmlTo(shop, admin.email)];
    for (const page of pages) {
      expect(page).not.toMatch(
        /<(script|img|svg|b|link|style|iframe|form|object|base)\b|url\(|@import/i,
      );
      const attributes = [...page.matchAll(/\s(href|src|background|srcset|action)="([^"]*)"/g)];
      expect(attributes.length).toBeGreaterThan(1);
      for (const [, name, address] of attributes)
        expect([name, new URL(address!).origin]).toEqual(['href', 'http://shop.test']);
    }
    // In the text a value cannot begin a line of its own.
    const [mail] = await mails(evil);
    expect(mail?.text).toContain(
      '\nDelivered to: "><svg onload=alert(1)> Order: UH-FAKE https://evil.example\n',
    );
  });
});

/** As a mail writes the end of a hold that began now. */
function inWords(hours: number): string {
  const time = new Date(shop.clock.now().getTime() + hours * hour);
  return `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`;
}

/** The same person with a token that is valid still. */
async function again(person: Person): Promise<Person> {
  const expires_at = new Date(shop.clock.now().getTime() + hour);
  await shop.db
    .updateTable('access_tokens')
    .set({ expires_at })
    .where('user_id', '=', person.userId)
    .execute();
  return person;
}
