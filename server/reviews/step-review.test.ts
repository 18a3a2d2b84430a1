import { expect, test } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const [ana, admin] = [
  await shop.person('Ana Duarte'),
  await shop.person('Ada Admin', { role: 'admin' }),
];
const disc = await samplePart(shop.db, { inStock: 100_000 });

async function reviewed(rating: number, message: string): Promise<string> {
  shop.clock.advance(1000);
  const transactionId = await shop.pay(ana, await shop.order(ana, disc, 200));
  const body = { productId: disc, transactionId, rating, message };
  expect((await shop.request('POST', '/api/reviews', { as: ana, body })).status).toBe(200);
  return (await shop.request('GET', '/api/review?limit=1')).body[0]._id;
}
const step = (id: string, body: object, as = admin) =>
  shop.request('POST', `/api/admin/reviews/${id}`, { as, body });
const rating = async () => (await shop.request('GET', `/api/parts/${disc}`)).body.rating;
const lists = () =>
  Promise.all(
    ['/api/review', `/api/review?productId=${disc}`].map(
      async (url) => (await shop.request('GET', url)).body,
    ),
  );
const entries = async () =>
  (await shop.request('GET', '/api/admin/audit?subject=part', { as: admin })).body;

test('a part says how its buyers rated it', async () => {
  expect(await rating()).toEqual({ average: null, count: 0, counts: [0, 0, 0, 0, 0] });
  for (const [given, message] of [
    [5, 'Fits.'],
    [5, 'Fits, too.'],
    [2, 'Late.'],
  ] as const)
    await reviewed(given, message);
  expect(await rating()).toEqual({ average: 4, count: 3, counts: [0, 1, 0, 0, 2] });
});

test('a hidden review is nowhere but with admins, and counts for nothing, until it is shown again', async () => {
  const id = await reviewed(1, 'Call me at +1 555-0100');
  const before = { rating: await rating(), lists: await lists(), audit: await entries() };
  for (let time = 0; time < 2; time += 1)
    expect((await step(id, { step: 'hide', reason: 'Has a phone number' })).body).toEqual({
      acknowledged: true,
    });
  expect(await rating()).toMatchObject({ count: 3, counts: [0, 1, 0, 0, 2] });
  for (const list of await lists())
    expect(list.map(({ message }: { message: string }) => message)).toEqual([
      'Late.',
      'Fits, too.',
      'Fits.',
    ]);
  const managed = await shop.request('GET', `/api/admin/parts/${disc}/reviews?limit=1`, {
    as: admin,
  });
  expect(managed.body).toMatchObject([
    { _id: id, hidden: true, hiddenBecause: 'Has a phone number' },
  ]);
  // What its customer writes anew stays hidden.
  expect(await entries()).toHaveLength(before.audit.length + 1);
  expect((await entries())[0]).toMatchObject({
    action: 'review hidden',
    subjectId: disc,
    after: { reviewHidden: 'Has a phone number', review: 'Call me at +1 555-0100' },
  });
  expect((await step(id, { step: 'show' })).status).toBe(200);
  expect([await rating(), await lists()]).toEqual([before.rating, before.lists]);
});

test('the answer of the shop stands with the review, and an empty one takes it back', async () => {
  const id = await reviewed(4, 'Box was dented.');
  const reply = async () => (await lists())[0][0].reply;
  expect(await reply()).toBeUndefined();
  await step(id, { step: 'reply', reply: ' We changed the boxes.\nThank you. ' });
  expect(await reply()).toBe('We changed the boxes.\nThank you.');
  await step(id, { step: 'reply', reply: '' });
  expect(await reply()).toBeUndefined();
});

test('an answer is marked once its author rewrites the review, until the shop answers what it says now', async () => {
  shop.clock.advance(1000);
  const transactionId = await shop.pay(ana, await shop.order(ana, disc, 200));
  const write = (message: string) => {
    shop.clock.advance(1000);
    const body = { productId: disc, transactionId, rating: 2, message };
    return shop.request('POST', '/api/reviews', { as: ana, body });
  };
  const shown = async () => (await lists())[1][0];
  const seen = async () =>
    (await shop.request('GET', `/api/admin/parts/${disc}/reviews?limit=1`, { as: admin })).body[0];
  await write('Late.');
  const { _id, updatedAt } = await seen();
  const reply = { step: 'reply', reply: 'We are sorry.', seen: updatedAt };
  expect((await step(_id, reply)).status).toBe(200);
  // Sent again, it is the same review.
  await write('Late.');
  expect(await shown()).toMatchObject({ message: 'Late.', reply: 'We are sorry.' });
  expect(await shown()).not.toHaveProperty('rewritten');

  await write('Late, and they are sorry.');
  expect(await shown()).toMatchObject({ reply: 'We are sorry.', rewritten: true });
  for (const late of [
    reply,
    { step: 'hide', reason: 'x', seen: updatedAt },
    { step: 'show', seen: updatedAt },
  ])
    expect(await step(_id, late)).toMatchObject({
      status: 409,
      body: { acknowledged: false, error: 'review_changed' },
    });
  const audited = (await entries()).length;
  for (let time = 0; time < 2; time += 1)
    expect((await step(_id, { ...reply, seen: (await seen()).updatedAt })).status).toBe(200);
  expect(await shown()).not.toHaveProperty('rewritten');
  expect(await entries()).toHaveLength(audited + 1);
});

test('of two admins the later is refused until they have read what the earlier said, and the same once more is not', async () => {
  const id = await reviewed(3, 'Squeaks.');
  const managed = async () =>
    (await shop.request('GET', `/api/admin/parts/${disc}/reviews?limit=1`, { as: admin })).body[0];
  // What both read before either did anything.
  const { updatedAt } = await managed();
  const both = { seen: updatedAt, seenReply: '', seenHiddenBecause: '' };
  const refused = { status: 409, body: { acknowledged: false, error: 'review_changed' } };

  const answer = { step: 'reply', reply: 'Grease the pins.\nThank you.', ...both };
  expect((await step(id, answer)).status).toBe(200);
  const audited = (await entries()).length;
  for (const reply of ['Send it back.', ''])
    expect(await step(id, { ...answer, reply })).toMatchObject(refused);
  expect(await step(id, { step: 'hide', reason: 'Rude', ...both })).toMatchObject(refused);
  expect((await step(id, answer)).status).toBe(200);
  expect(await managed()).toMatchObject({ reply: answer.reply, hidden: false });
  expect(await entries()).toHaveLength(audited);

  const hide = { step: 'hide', reason: 'Names a person', ...both, seenReply: answer.reply };
  expect((await step(id, hide)).status).toBe(200);
  expect(await step(id, { ...hide, reason: 'Rude' })).toMatchObject(refused);
  expect((await step(id, hide)).status).toBe(200);
  const show = { ...hide, step: 'show', reason: undefined };
  expect(await step(id, show)).toMatchObject(refused);
  expect(await managed()).toMatchObject({ hiddenBecause: 'Names a person' });
  for (let time = 0; time < 2; time += 1)
    expect((await step(id, { ...show, seenHiddenBecause: 'Names a person' })).status).toBe(200);
  // Another reason for what a colleague has shown again.
  expect(
    await step(id, { ...hide, reason: 'Rude', seenHiddenBecause: 'Names a person' }),
  ).toMatchObject(refused);
  expect(await managed()).toMatchObject({ hidden: false, reply: answer.reply });
});

test.each([
  ['a hiding without a reason', { step: 'hide', reason: ' ' }, 'invalid_input'],
  ['an unknown step', { step: 'delete' }, 'invalid_input'],
  ['a long answer', { step: 'reply', reply: 'x'.repeat(2001) }, 'invalid_input'],
])('%s is refused', async (_words, body, error) => {
  const [{ _id }] = (await lists())[0];
  expect((await step(_id, body)).body).toMatchObject({ acknowledged: false, error });
});

test('nobody but admins does it, and only to a review', async () => {
  const [{ _id }] = (await lists())[0];
  expect((await step(_id, { step: 'show' }, ana)).status).toBe(403);
  expect((await step(disc, { step: 'show' })).body.error).toBe('review_not_found');
});
