import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { smtpMailer } from '#server/third-parties/mail/smtp-mailer.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { startMailServer, type MailServer } from '#test/mail-server.ts';
import { samplePart } from '#test/samples.ts';
import { mailSender } from './send-mails.ts';

describe.each(engines)('a mail that is written when it is sent (%s)', (engine) => {
  let shop: TestShop;
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
    shop = await startShop({ database: await databaseOn(engine) });
  });
  afterAll(async () => {
    await shop.close();
    await server.stop();
  });

  it('has the same text as it waits with, and its HTML beside it', async () => {
    const ana = await shop.person('Ana <b>Duarte');
    const disc = await samplePart(shop.db, { name: 'Disc & <i>310</i>' });
    const id = await shop.order(ana, disc, 200);
    const mails = shop.db.selectFrom('mail_outbox').selectAll();
    const stored = await mails.where('event_key', '=', `order-placed:${id}`).executeTakeFirst();
    // A copy of a version that knows no letters sends the text alone.
    expect(stored).toMatchObject({
      body_html: null,
      body_text: expect.stringContaining('Disc & <i>310</i>'),
    });

    const { db, clock } = shop;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const mailer = smtpMailer(server.setup);
    const ends: string[] = [];
    const ended = (how: string) => void ends.push(how);
    // Written by an older version, and waiting since then.
    await sql`insert into mail_outbox (id, event_key, recipient, subject, body_text, body_html, created_at, run_at)
      values (gen_random_uuid(), 'old', 'old@example.com', 'Old', 'Old words', '<p>Old words</p>', ${clock.now()}, ${clock.now()})`.execute(
      db,
    );
    await mailSender({ db, mailer, footer: shop, clock, log, ended }).sendDue();
    expect(ends).toEqual(['sent', 'sent']);
    const to = (address: string) =>
      server.arrived.find(({ recipients }) => recipients[0] === address);
    expect(to('old@example.com')).toMatchObject({
      text: 'Old words\n',
      html: '<p>Old words</p>\n',
    });
    const arrived = to(ana.email);
    expect(arrived?.text?.trimEnd()).toBe(stored?.body_text);
    expect(arrived?.html).toContain('Hello Ana &lt;b&gt;Duarte,');
    expect(arrived?.html).toContain('Disc &amp; &lt;i&gt;310&lt;/i&gt;');
    expect(arrived?.html).toContain(`href="http://shop.test/payment/${id}"`);
    expect(arrived?.html).toContain(shop.contact.email);
  });
});
