import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Database } from '#server/shop.ts';
import { findPostgres, freshDatabase, postgresServer, temporaryFolder } from '#test/database.ts';
import { startMailServer, type MailServer } from '#test/mail-server.ts';
import { outboxMailer } from '#server/third-parties/mail/outbox-mailer.ts';
import { writeMail } from './outbox.ts';
import { mailSender, type MailSender } from './send-mails.ts';
import { claimMail, endTry, nextDueMail } from './sending-store.ts';
import { smtpMailer } from '#server/third-parties/mail/smtp-mailer.ts';

const engines = ['embedded', ...(findPostgres() === undefined ? [] : ['server'])] as const;
const second = 1000;
const minute = 60 * second;

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());

describe.each(engines)('the outbox of a shop (%s)', (engine) => {
  let db: Database;
  let time: number;
  let logged: string[];
  /** How mails ended, as it is counted. */
  let ends: string[];
  let sender: MailSender;
  const closers: (() => Promise<unknown>)[] = [];
  const clock = { now: () => new Date(time) };
  const log = {
    info: (_about: unknown, words?: string) => void logged.push(words ?? ''),
    warn: (_about: unknown, words?: string) => void logged.push(words ?? ''),
    error: (_about: unknown, words?: string) => void logged.push(words ?? ''),
  };
  const footer = {
    publicUrl: 'http://shop.test',
    contact: { email: 'hello@shop.test', phone: '+1 555-0100', street: '1 Test Street' },
  };
  const anotherSender = () =>
    mailSender({
      db,
      clock,
      log,
      mailer: smtpMailer(server.setup),
      footer: () => footer,
      ended: (how) => ends.push(how),
    });

  beforeAll(async () => {
    const database = engine === 'embedded' ? await freshDatabase() : await serverDatabase();
    closers.push(() => database.close());
    db = database.db;
  });
  beforeEach(async () => {
    await db.deleteFrom('mail_outbox').execute();
    server.arrived.length = 0;
    server.refused.clear();
    server.beforeTaking = async () => undefined;
    time = Date.parse('2026-11-20T09:00:00Z');
    logged = [];
    ends = [];
    sender = anotherSender();
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  async function serverDatabase() {
    const postgres = await postgresServer();
    if (!postgres) throw new Error('PostgreSQL was found, but does not start.');
    closers.push(() => postgres.stop());
    const database = await openDatabase({
      url: await postgres.createDatabase(),
      dataDir: temporaryFolder('outbox'),
    });
    await migrate(database.db);
    return database;
  }

  const write = (name: string, change: { holdsCode?: true } = {}, into = db) =>
    writeMail(
      into,
      {
        eventKey: name,
        recipient: `${name}@example.com`,
        subject: `To ${name}`,
        text: `code-${name}`,
        html: `<p>code-${name}</p>`,
        ...change,
      },
      clock.now(),
    );
  const row = (name: string) =>
    db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('recipient', '=', `${name}@example.com`)
      .executeTakeFirstOrThrow();
  const arrivedAt = () => server.arrived.flatMap(({ recipients }) => recipients);

  it('is emptied by eight workers at once: of 200 mails none is sent twice and none is lost', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `buyer-${index}`);
    await db.transaction().execute(async (tx) => {
      for (const name of names) await write(name, {}, tx);
    });
    await Promise.all(Array.from({ length: 8 }, () => anotherSender().sendDue()));

    expect(arrivedAt().toSorted()).toEqual(names.map((name) => `${name}@example.com`).toSorted());
    const left = await db
      .selectFrom('mail_outbox')
      .select('id')
      .where('done_at', 'is', null)
      .execute();
    expect(left).toEqual([]);
    await sender.sendDue();
    expect(server.arrived).toHaveLength(200);
  }, 120_000);

  it('is tried again after growing pauses, and the mail arrives when the server is back', async () => {
    await server.stop();
    await write('ada');
    const pauses: number[] = [];
    for (let tries = 1; tries <= 9; tries += 1) {
      await sender.sendDue();
      const tried = await row('ada');
      expect(tried).toMatchObject({
        attempts: tries,
        done_at: null,
        locked_until: null,
        last_error: expect.stringContaining('ECONNREFUSED'),
      });
      pauses.push((tried.run_at.getTime() - time) / second);
      // A moment too early nothing is tried.
      time = tried.run_at.getTime() - 1;
      await sender.sendDue();
      expect((await row('ada')).attempts).toBe(tries);
      time += 1;
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);

    await server.start();
    await sender.sendDue();
    expect(arrivedAt()).toEqual(['ada@example.com']);
    expect(await row('ada')).toMatchObject({ done_at: clock.now(), last_error: null });
    expect(ends).toEqual(['sent']);
    // Told once that it is down and once that it is well again, not with every try.
    expect(logged).toEqual([
      'mails cannot be sent now and are tried again',
      'mails can be sent again',
    ]);
  });

  it('gives a mail up after the last try, says so and keeps the row', async () => {
    await write('ada');
    server.refused.set('ada@example.com', { code: 451, text: '4.7.1 Later' });
    await db.updateTable('mail_outbox').set({ attempts: 199 }).execute();
    await sender.sendDue();
    time += 24 * 60 * minute;
    server.refused.clear();
    await sender.sendDue();

    expect(server.arrived).toEqual([]);
    expect(await row('ada')).toMatchObject({
      attempts: 200,
      done_at: null,
      body_text: 'code-ada',
      last_error: expect.stringContaining('Later'),
    });
    expect(logged).toEqual(['a mail was given up; its row says why']);
  });

  it('gives a mail up at once whose mailbox does not exist, and sends the others', async () => {
    for (const name of ['gone', 'ada', 'ben']) await write(name);
    server.refused.set('gone@example.com', { code: 550, text: '5.1.1 No such user' });
    await sender.sendDue();
    expect(arrivedAt().toSorted()).toEqual(['ada@example.com', 'ben@example.com']);
    expect(await row('gone')).toMatchObject({ attempts: 200, done_at: null });
    expect(ends.toSorted()).toEqual(['given_up', 'sent', 'sent']);
    expect(logged).toEqual(['a mail was given up; its row says why']);
  });

  it('puts a mail off whose mailbox says to come back, or that cannot be written, and sends the others', async () => {
    const late = ['full', 'grey', 'busy'];
    for (const name of [...late, 'broken', 'ada']) {
      await write(name);
      time += 1;
    }
    for (const name of late)
      server.refused.set(`${name}@example.com`, { code: 452, text: '4.2.2 Mailbox full' });
    const broken = db.updateTable('mail_outbox').set({ letter: {} });
    await broken.where('recipient', '=', 'broken@example.com').execute();
    await sender.sendDue();
    expect(arrivedAt()).toEqual(['ada@example.com']);
    for (const name of [...late, 'broken'])
      expect(await row(name)).toMatchObject({
        attempts: 1,
        done_at: null,
        run_at: new Date(time + 10 * second),
        last_error: expect.stringMatching(name === 'broken' ? /TypeError/ : /Mailbox full/),
      });
    expect(ends).toEqual(['sent']);
    expect(logged.toSorted()).toEqual([
      'a mail cannot be written and is tried again',
      ...Array(3).fill('a mail is put off; its row says why'),
    ]);

    server.refused.clear();
    time += 10 * second;
    await sender.sendDue();
    expect(arrivedAt().toSorted()).toEqual(
      ['ada', ...late].map((name) => `${name}@example.com`).toSorted(),
    );
  });

  it('takes a mail from a killed worker when its lease is over, not before', async () => {
    await write('ada');
    const killed = await claimMail(db, {
      now: clock.now(),
      leaseUntil: new Date(time + minute),
    });
    expect(killed?.recipient).toBe('ada@example.com');
    time += minute - 1;
    await sender.sendDue();
    expect(server.arrived).toEqual([]);

    time += 1;
    await sender.sendDue();
    expect(arrivedAt()).toEqual(['ada@example.com']);
    // What the dead one still says changes nothing.
    await endTry(db, killed!, { attempts: 7, last_error: 'late' });
    expect(await row('ada')).toMatchObject({ attempts: 0, done_at: clock.now(), last_error: null });
  });

  it('forgets codes once a mail server has them, and only those', async () => {
    await write('code', { holdsCode: true });
    await write('order');
    await server.stop();
    await sender.sendDue();
    expect(await row('code')).toMatchObject({
      body_text: 'code-code',
      body_html: '<p>code-code</p>',
    });
    await server.start();
    time += minute;
    await sender.sendDue();

    expect(server.arrived.map(({ text = '' }) => text.trim()).toSorted()).toEqual([
      'code-code',
      'code-order',
    ]);
    expect(await row('code')).toMatchObject({
      body_html: null,
      body_text: expect.not.stringContaining('code-code'),
    });
    expect(await row('order')).toMatchObject({
      body_html: '<p>code-order</p>',
      body_text: 'code-order',
    });
  });

  it('finds the next mail by its index, however many are due at one moment or were given up', async () => {
    await sql`
      insert into mail_outbox (id, event_key, recipient, subject, body_text, created_at, run_at, attempts)
      select gen_random_uuid(), 'many:' || n, 'a@example.com', 's', 't', ${clock.now()},
        ${clock.now()}::timestamptz - (case when n % 2 = 0 then 7 else 0 end) * interval '1 day',
        case when n % 2 = 0 then 200 else 0 end
      from generate_series(1, 4000) n`.execute(db);
    await sql`analyze mail_outbox`.execute(db);
    const plan = await nextDueMail(db, clock.now()).explain('json');
    const text = JSON.stringify(plan);
    expect(text).not.toMatch(/Sort|Seq Scan/);
    expect(text).toContain('"Index Name":"mail_outbox_due"');
    const claimed = await claimMail(db, { now: clock.now(), leaseUntil: new Date(time + minute) });
    expect(claimed).toMatchObject({ attempts: 0, run_at: clock.now() });
  });

  it('keeps everything where the outbox is the mailbox', async () => {
    await write('code', { holdsCode: true });
    await mailSender({
      db,
      clock,
      log,
      mailer: outboxMailer,
      footer: () => footer,
      ended: () => undefined,
    }).sendDue();
    expect(await row('code')).toMatchObject({
      body_text: 'code-code',
      body_html: '<p>code-code</p>',
      done_at: clock.now(),
    });
  });

  it('closes cleanly: the mail on its way is finished, no other is begun', async () => {
    await write('ada');
    time += second;
    await write('ben');
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.beforeTaking = async () => {
      begin();
      await released;
    };
    const round = sender.sendDue();
    await begun;
    const stopped = sender.stop();
    release();
    await Promise.all([round, stopped]);

    expect(arrivedAt()).toEqual(['ada@example.com']);
    expect(await row('ada')).toMatchObject({ done_at: clock.now() });
    expect(await row('ben')).toMatchObject({ done_at: null, locked_until: null, attempts: 0 });
    await sender.sendDue();
    expect(arrivedAt()).toEqual(['ada@example.com']);
  });
});
