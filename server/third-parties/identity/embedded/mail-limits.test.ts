import { expect, it } from 'vitest';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();

const hour = 3_600_000;
let strangers = 0;
/** Asks from so many addresses; answers what they were told, each different answer once. */
async function ask(path: string, email: string, times: number): Promise<unknown[]> {
  const answers = new Set<string>();
  for (let i = 0; i < times; i += 1) {
    strangers += 1;
    const visitor = new Visitor(shop.app, `198.18.${strangers >> 8}.${strangers % 256}`);
    const answer = await visitor.post(`/api/identity/${path}`, { email });
    answers.add(JSON.stringify([answer.statusCode, answer.json()]));
  }
  return [...answers].map((answer) => JSON.parse(answer) as unknown);
}

const newest = async (email: string, subject: string) =>
  (await mailsTo(shop.db, email)).filter((mail) => mail.subject === subject);

it('a mailbox gets five reset mails an hour and ten a day, then one an hour, whoever asks and from wherever', async () => {
  const email = 'bombed@example.com';
  await shop.identity.createAccount({ name: 'Ada', email, password: 'bulk-order', verified: true });
  const mailed = [];
  for (let i = 0; i < 5; i += 1) {
    expect(await ask('request-password-reset', email, 8)).toEqual([[200, { done: true }]]);
    mailed.push((await newest(email, 'Choose a new password')).length);
    shop.clock.advance(hour);
  }
  expect(mailed).toEqual([5, 10, 11, 12, 13]);
  shop.clock.advance(24 * hour);
  await ask('request-password-reset', email, 8);
  expect(await newest(email, 'Choose a new password')).toHaveLength(18);
});

it('whoever uses that up does not keep the owner from a new password: the mails that came still work', async () => {
  const email = 'owner@example.com';
  await shop.identity.createAccount({ name: 'Ada', email, password: 'bulk-order', verified: true });
  for (let i = 0; i < 4; i += 1) {
    shop.clock.advance(hour);
    await ask('request-password-reset', email, 8);
  }
  const codes = (await newest(email, 'Choose a new password')).map(codeIn);
  const owner = new Visitor(shop.app);
  const body = { token: codes.at(-1), newPassword: 'my-own-choice' };
  expect((await owner.post('/api/identity/reset-password', body)).json()).toEqual({ done: true });
  expect(
    (await owner.post('/api/identity/sign-in/email', { email, password: 'my-own-choice' }))
      .statusCode,
  ).toBe(200);
});

it('the mails about orders have no limit, and none is kept back by the others', async () => {
  const buyer = await shop.person('Buyer');
  await shop.identity.createAccount({
    name: 'Buyer',
    email: buyer.email,
    password: 'bulk-order',
    verified: true,
  });
  await ask('request-password-reset', buyer.email, 8);
  const part = await samplePart(shop.db);
  for (let i = 0; i < 4; i += 1) await shop.pay(buyer, await shop.order(buyer, part, 200));
  const subjects = (await mailsTo(shop.db, buyer.email)).map(({ subject }) =>
    subject.replace(/order .*/, 'order'),
  );
  expect(
    subjects.filter((subject) => subject === 'We have received the payment for order'),
  ).toHaveLength(4);
});

it('the mails to confirm an address have a limit of their own', async () => {
  const email = 'confirm@example.com';
  const visitor = new Visitor(shop.app);
  await visitor.post('/api/identity/sign-up/email', { name: 'Ada', email, password: 'bulk-order' });
  expect(await ask('send-verification-email', email, 8)).toEqual([[200, { done: true }]]);
  expect((await newest(email, 'Confirm your e-mail address')).length).toBeLessThanOrEqual(5);
  await ask('request-password-reset', email, 1);
  expect(await newest(email, 'Choose a new password')).toHaveLength(1);
});
