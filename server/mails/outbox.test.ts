import { describe, expect, it } from 'vitest';
import { writeMail } from './outbox.ts';
import { mailsTo } from '#test/mailbox.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();

const mail = {
  eventKey: 'event',
  recipient: 'ada@example.com',
  subject: 'Hello',
  text: 'First line.\nSecond line.',
};

describe('the outbox', () => {
  it('holds one mail per event, however often it is written', async () => {
    await writeMail(shop.db, mail, shop.clock.now());
    await writeMail(shop.db, { ...mail, text: 'Again.' }, shop.clock.now());
    expect(await mailsTo(shop.db, 'ada@example.com')).toEqual([
      { subject: 'Hello', text: 'First line.\nSecond line.' },
    ]);
  });

  it('loses the mail of a transaction that was undone', async () => {
    const undone = shop.db.transaction().execute(async (tx) => {
      await writeMail(
        tx,
        { ...mail, eventKey: 'undone', recipient: 'undone@example.com' },
        shop.clock.now(),
      );
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await mailsTo(shop.db, 'undone@example.com')).toEqual([]);
  });

  it.each([
    ['two addresses', { recipient: 'ada@example.com, eve@example.com' }],
    ['an address with a line break', { recipient: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['a named address', { recipient: 'Ada <ada@example.com>' }],
    ['a subject with a line break', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['no subject', { subject: '' }],
  ])('takes no mail with %s', async (_, change) => {
    await expect(
      writeMail(shop.db, { ...mail, eventKey: 'bad', ...change }, shop.clock.now()),
    ).rejects.toThrow(/invalid|Invalid|subject/);
    expect(
      await shop.db.selectFrom('mail_outbox').select('id').where('event_key', '=', 'bad').execute(),
    ).toEqual([]);
  });

  it('is readable in the demo, also beside a mail that cannot be written', async () => {
    const cannot = { ...mail, eventKey: 'cannot', recipient: 'cannot@example.com' };
    await writeMail(shop.db, cannot, shop.clock.now());
    const its = shop.db.updateTable('mail_outbox').where('event_key', '=', 'cannot');
    await its.set({ letter: { kind: 'of a later version', name: 'Ada', facts: {} } }).execute();
    const { status, body } = await shop.request('GET', '/api/dev/outbox');
    expect(status).toBe(200);
    const read = body.map((one: { to: string; subject: string }) => [one.to, one.subject]);
    expect(read.toSorted()).toEqual([
      ['ada@example.com', 'Hello'],
      ['cannot@example.com', 'A mail that cannot be written'],
    ]);
    await shop.db.deleteFrom('mail_outbox').where('event_key', '=', 'cannot').execute();
  });

  it('is readable in the demo, newest first', async () => {
    shop.clock.advance(1000);
    await writeMail(shop.db, { ...mail, eventKey: 'newer', subject: 'Newer' }, shop.clock.now());
    const { status, body } = await shop.request('GET', '/api/dev/outbox');
    expect(status).toBe(200);
    expect(body.map((one: { subject: string }) => one.subject)).toEqual(['Newer', 'Hello']);
    expect(body[0]).toEqual({
      _id: expect.any(String),
      to: 'ada@example.com',
      subject: 'Newer',
      text: mail.text,
      createdAt: shop.clock.now().toISOString(),
    });
  });
});
