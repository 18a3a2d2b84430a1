import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer, type MailServer } from '#test/mail-server.ts';
import { outboxMailer } from './outbox-mailer.ts';
import { MailDeferred, MailRefused, type Mailer, type OutgoingMail } from './port.ts';
import { smtpMailer } from './smtp-mailer.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(() => {
  server.arrived.length = 0;
  server.refused.clear();
});
afterAll(() => server.stop());

const never = new AbortController().signal;
const mail = (change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: randomUUID(),
  recipient: 'ada@example.com',
  subject: 'Your order UH-1 – 200 × Bremsbeläge',
  text: 'Hello Ada,\n\nas text.',
  html: '<p>Hello Ada,</p>',
  ...change,
});

const mailers: [string, () => Mailer][] = [
  ['the outbox', () => outboxMailer],
  ['a mail server', () => smtpMailer(server.setup)],
];

describe.each(mailers)('mails through %s', (_words, mailer) => {
  it('are taken, with HTML and without', async () => {
    await expect(mailer().send(mail(), never)).resolves.toBeUndefined();
    await expect(mailer().send(mail({ html: null }), never)).resolves.toBeUndefined();
  });

  it.each([
    ['two addresses', { recipient: 'ada@example.com, eve@example.com' }],
    [
      'a second address on a line of its own',
      { recipient: 'ada@example.com\r\nRCPT TO:<eve@example.com>' },
    ],
    ['a named address', { recipient: 'Eve <eve@example.com>' }],
    ['no address', { recipient: '' }],
    ['a subject with a line break', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['a subject with a bare line feed', { subject: 'Hello\nBcc: eve@example.com' }],
    ['half a character', { subject: 'Hello \ud800' }],
  ])('are refused for good with %s', async (_fault, change) => {
    await expect(mailer().send(mail(change), never)).rejects.toThrow(MailRefused);
    expect(server.arrived).toEqual([]);
  });

  it('end when they are called off', async () => {
    await expect(mailer().send(mail(), AbortSignal.abort(new Error('closing')))).rejects.toThrow();
    expect(server.arrived).toEqual([]);
  });
});

describe('a mail through a mail server', () => {
  it('arrives as it was written, at one address, under the id it has at every try', async () => {
    const sent = mail();
    await smtpMailer(server.setup).send(sent, never);
    expect(server.arrived).toHaveLength(1);
    expect(server.arrived[0]).toMatchObject({
      recipients: ['ada@example.com'],
      from: { name: 'Underhood', address: 'orders@shop.test' },
      to: [{ name: '', address: 'ada@example.com' }],
      subject: sent.subject,
      messageId: `<${sent.id}@shop.test>`,
      text: expect.stringContaining('as text.'),
      html: expect.stringContaining('<p>Hello Ada,</p>'),
      attachments: [],
    });
    expect(server.arrived[0]!.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  it('is a text even where it looks like a file, an address or the end of a mail', async () => {
    const text = '/etc/passwd\n.\nhttp://127.0.0.1:1/secret\n..';
    await smtpMailer(server.setup).send(mail({ text, html: null }), never);
    expect(server.arrived[0]!.text?.trim()).toBe(text);
  });

  it.each([
    ['refused for good when there is no such mailbox', 550, '5.1.1 No such user', MailRefused],
    ['refused for good when the mailbox is closed', 554, 'Not here', MailRefused],
    ['put off when the mailbox is full for now', 452, '4.2.2 Mailbox full', MailDeferred],
    ['put off when its mailbox asks to come back', 451, 'Greylisted', MailDeferred],
    ['not sent when the server takes no mail of ours now', 451, '4.7.1 Too many mails', Error],
    [
      'not sent when it cannot be told from that, greylisted by policy',
      451,
      '4.7.1 Greylisted',
      Error,
    ],
    ['not sent when the server does not know us any more', 550, '5.7.1 Relaying denied', Error],
    ['not sent when the server has no room', 452, '4.3.1 Insufficient system storage', Error],
    ['not sent when the server knows no sender now', 450, '4.1.8 Sender address rejected', Error],
    ['not sent when the server is about to close', 421, '4.3.2 Shutting down', Error],
  ])('is %s', async (_words, code, text, kind) => {
    for (const at of [undefined, 'DATA'] as const) {
      server.refused.set('ada@example.com', { code, text, ...(at && { at }) });
      const failure = await smtpMailer(server.setup)
        .send(mail(), never)
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      expect((failure as Error).message).toContain(text);
      expect((failure as Error).constructor).toBe(kind);
    }
  });

  it('that no server can be asked to take is not put off alone', async () => {
    const nobody = smtpMailer({ ...server.setup, port: 1 });
    await expect(nobody.send(mail(), never)).rejects.not.toThrow(MailDeferred);
  });

  it('does not cross a network in clear', async () => {
    await expect(
      smtpMailer({ ...server.setup, isLocal: false }).send(mail(), never),
    ).rejects.toThrow(/STARTTLS/i);
    expect(server.arrived).toEqual([]);
  });
});
