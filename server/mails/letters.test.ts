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

  it('waits as its kind and facts, is sent as text with its HTML beside it, and stays as the text that was sent', async () => {
    const ana = await shop.person('Ana <b>Duarte');
    const disc = await samplePart(shop.db, { name: 'Disc & <i>310</i>' });
    const id = await shop.order(ana, disc, 200);
    const mails = shop.db.selectFrom('mail_outbox').selectAll();
    const placed = mails.where('event_key', '=', `order-placed:${id}`);
    expect(await placed.executeTakeFirst()).toMatchObject({
      subject: '',
      body_text: '',
      body_html: null,
      letter: { kind: 'order', name: 'Ana <b>Duarte', facts: { event: { kind: 'placed' } } },
    });
    const [shown] = (await shop.request('GET', '/api/dev/outbox')).body;

    const { db, clock } = shop;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const mailer = smtpMailer(server.setup);
    const ends: string[] = [];
    const ended = (how: string) => void ends.push(how);
    // Written by older versions, and waiting since then.
    const before = {
      subject: 'Old',
      name: 'Ada',
      paragraphs: ['Words <'],
      facts: [['Part', 'Disc']],
    };
    await sql`insert into mail_outbox (id, event_key, recipient, subject, body_text, body_html, letter, created_at, run_at) values
      (gen_random_uuid(), 'old', 'old@example.com', 'Old', 'Old words', '<p>Old words</p>', null, ${clock.now()}, ${clock.now()}),
      (gen_random_uuid(), 'before', 'before@example.com', 'Old', 'Words <', null, ${JSON.stringify(before)}, ${clock.now()}, ${clock.now()})`.execute(
      db,
    );
    await mailSender({ db, mailer, footer: () => shop, clock, log, ended }).sendDue();
    expect(ends).toEqual(['sent', 'sent', 'sent']);
    const to = (address: string) =>
      server.arrived.find(({ recipients }) => recipients[0] === address);
    expect(to('old@example.com')).toMatchObject({
      text: 'Old words\n',
      html: '<p>Old words</p>\n',
    });
    expect(to('before@example.com')).toMatchObject({
      text: 'Words <\n',
      html: expect.stringContaining('Words &lt;'),
    });
    const arrived = to(ana.email);
    const text = arrived?.text?.trimEnd();
    expect(text).toContain('Disc & <i>310</i>');
    expect(text).toBe(shown.text);
    expect(arrived?.html).toContain('Hello Ana &lt;b&gt;Duarte,');
    expect(arrived?.html).toContain('Disc &amp; &lt;i&gt;310&lt;/i&gt;');
    expect(arrived?.html).toContain(`href="http://shop.test/payment/${id}"`);
    expect(arrived?.html).toContain(shop.contact.email);
    expect(await placed.executeTakeFirst()).toMatchObject({
      subject: shown.subject,
      body_text: text,
      letter: null,
    });
  });
});
