import { expect, test, vi } from 'vitest';
import { breakProvider } from '#test/faults/broken-provider.ts';
import { stopMails } from '#test/faults/mail-down.ts';
import { confuseMessages, loseMessages } from '#test/faults/messages.ts';

vi.setConfig({ testTimeout: 120_000 });

test('a card provider broken in ten ways costs a customer 3.5 s at most, and nobody money', async () => {
  const { figure } = await breakProvider({ long: false, seed: 1 });
  expect(figure).toMatch(
    /^10 faults \(.*\): 503 in at most [0-3]\.\d s, the order unpaid, paid once afterwards$/,
  );
});

test('messages that are doubled, reordered, late, forged or about the wrong money keep exactly one payment', async () => {
  const { figure } = await confuseMessages();
  expect(figure).toContain(
    'late and forged: 6 × 400 without effect; short amount: refunded; two intents of one order: 1 kept, 1 refunded',
  );
});

test('messages that are lost, or come by a clock ten minutes off, are made up for within two minutes', async () => {
  const { figure } = await loseMessages();
  expect(figure).toMatch(/lost 1, provider 10 min behind 1, 10 min ahead [01]/);
});

test('a mail server that is down delays mails and nothing else', async () => {
  const { figure } = await stopMails();
  expect(figure).toMatch(/^5 orders placed and paid meanwhile, .* then all \d+ mails arrived once/);
});
