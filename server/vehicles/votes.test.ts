import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FitVote } from '#contract/fit-votes.ts';
import { checkFitments } from './check-fitments.ts';
import { buyersOf } from '#test/buyers.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsAbout } from '#test/mailbox.ts';
import { partEditor } from '#test/part-editor.ts';

const fitment = { make: 'Volkswagen', model: 'Golf', yearFrom: 2010, yearTo: 2016, engine: '' };
const golf = { make: 'vw', model: 'golf', year: 2015, engine: '2,0 l Diesel' };
const yes: FitVote = { ...golf, verdict: 'fits' };
const no: FitVote = { ...golf, verdict: 'does not fit' };
const changes: FitVote = { ...golf, verdict: 'with changes' };

describe.each(engines)('what buyers say of vehicles, on the %s database', (engine) => {
  let shop: TestShop;
  let parts: Awaited<ReturnType<typeof partEditor>>;
  let people: ReturnType<typeof buyersOf>;

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    parts = await partEditor(shop, 'VOTE');
    people = buyersOf(shop);
  });
  afterAll(async () => {
    await expectInvariants(shop);
    await shop.close();
  });

  const added = (fitments: object[] = [fitment], facts: object = {}) =>
    parts.added({ inStock: 100_000, fitments, ...facts });
  const fit = async (part: string, vehicle = 'make=VW&model=Golf&year=2012') => {
    const { body } = await shop.request('GET', `/api/fits?${vehicle}&ids=${part}`);
    return `${body[0].state}: ${body[0].reason}`;
  };
  const claims = async (part: string) => (await parts.part(part)).claims;
  const doubted = async () =>
    (await shop.request('GET', '/api/admin/vehicles/faults?kind=doubted', { as: parts.admin }))
      .body;
  const mailed = (part: string) => mailsAbout(shop.db, `admins-doubted-fit:${part}:%`);

  test('are the numbers of a claim, and change the badge below 90 % of five', async () => {
    const part = await added();
    expect(await fit(part)).toBe('fits: Fits Volkswagen Golf 2010–2016.');
    expect(await claims(part)).toBeUndefined();
    await people.say(part, 3, yes);
    const [against] = await people.say(part, 1, no);
    // Three of four are fewer than five.
    expect(await fit(part)).toBe(
      'fits: Fits Volkswagen Golf 2010–2016. 3 buyers confirmed it, 1 did not.',
    );
    await people.say(part, 1, changes);
    expect(await fit(part)).toBe(
      'fits: Fits Volkswagen Golf 2010–2016. 3 buyers confirmed it, 1 did not, 1 fitted it with changes.',
    );
    expect(await doubted()).toEqual([]);
    await people.say(part, 1, yes);
    expect(await fit(part)).toBe('check: 1 of 5 buyers say it does not fit.');
    expect(await claims(part)).toEqual([
      { ...fitment, position: '', note: '', yes: 4, no: 1, changes: 1 },
    ]);
    expect(await doubted()).toMatchObject([
      { _id: part, details: 'Volkswagen Golf 2010–2016: 1 of 5 say it does not fit' },
    ]);
    const coverage = await shop.request('GET', '/api/admin/vehicles/coverage', {
      as: parts.admin,
    });
    expect(coverage.body.faults).toContainEqual({ kind: 'doubted', count: 1, more: false });

    // At 90 % exactly it stands again.
    await people.say(part, 5, yes);
    expect(await fit(part)).toBe(
      'fits: Fits Volkswagen Golf 2010–2016. 9 buyers confirmed it, 1 did not, 1 fitted it with changes.',
    );
    expect(await doubted()).toEqual([]);
    // Falling again on the same day mails nobody again.
    await people.say(part, 1, no);
    expect(await fit(part)).toBe('check: 2 of 11 buyers say it does not fit.');
    expect(await mailed(part)).toHaveLength(1);
    expect((await mailed(part))[0]?.text).toContain(
      'Volkswagen Golf 2010–2016: 1 of 5 say it does not fit',
    );

    // Buyers may change their minds.
    if (against) await people.review(against, [yes]);
    expect(await fit(part)).toContain('10 buyers confirmed it, 1 did not');
    expect(await doubted()).toEqual([]);
  });

  test('stand in the review under the names of the shop, and are their own to read and change', async () => {
    const part = await added();
    const one = await people.buyer(part);
    await people.review(one, [yes, { ...changes, year: 2011 }]);
    const shown = async () =>
      (await shop.request('GET', `/api/review?productId=${part}`)).body[0].fits;
    expect(await shown()).toEqual([
      { make: 'Volkswagen', model: 'Golf', year: 2011, verdict: 'with changes' },
      { make: 'Volkswagen', model: 'Golf', year: 2015, verdict: 'fits' },
    ]);
    const history = await shop.request('GET', `/api/orders/${one.order}/history`, {
      as: one.person,
    });
    expect(history.body.review.fits).toEqual([
      {
        ...golf,
        make: 'Volkswagen',
        model: 'Golf',
        year: 2011,
        engine: '2.0 diesel',
        verdict: 'with changes',
      },
      { ...golf, make: 'Volkswagen', model: 'Golf', engine: '2.0 diesel', verdict: 'fits' },
    ]);
    const data = await shop.request('GET', `/api/user/${one.person.email}/data`, {
      as: one.person,
    });
    expect(data.body.fitVotes).toHaveLength(2);
    expect(data.body.fitVotes[0]).toMatchObject({ productId: part, inReturn: false });

    // A client that knows nothing of vehicles changes none.
    await people.review(one);
    expect(await shown()).toHaveLength(2);
    // One voice for a claim: with a vehicle that fits it is a yes.
    expect(await claims(part)).toMatchObject([{ yes: 1, no: 0, changes: 0 }]);
    await people.review(one, []);
    expect(await shown()).toBeUndefined();
    expect(await claims(part)).toBeUndefined();
  });

  test('count once for a customer, part and vehicle, however often and with which order they are sent', async () => {
    const part = await added();
    const one = await people.buyer(part);
    const again = await people.buyer(part, one.person);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, time) => people.review(time % 2 === 0 ? one : again, [no])),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await claims(part)).toMatchObject([{ yes: 0, no: 1, changes: 0 }]);
    await people.review(again, [yes]);
    expect(await claims(part)).toMatchObject([{ yes: 1, no: 0, changes: 0 }]);
    const votes = await shop.db
      .selectFrom('fit_votes')
      .select(['order_id', 'verdict'])
      .where('part_id', '=', part)
      .execute();
    expect(votes).toEqual([{ order_id: again.order, verdict: 'fits' }]);
  });

  test('of one buyer alone contradict no claim, whatever vehicles they name', async () => {
    const part = await added();
    const one = await people.buyer(part);
    await people.review(
      one,
      Array.from({ length: 7 }, (_, at) => ({ ...no, year: 2010 + at })),
    );
    expect(await claims(part)).toMatchObject([{ yes: 0, no: 1 }]);
    expect(await fit(part)).toContain('fits: ');
  });

  test('are about the fitments that cover the vehicle, and about no others', async () => {
    const part = await added([
      { ...fitment, yearTo: 2012 },
      { ...fitment, yearFrom: 2013, engine: 'petrol' },
      { ...fitment, yearFrom: 2013, engine: 'diesel' },
    ]);
    await people.say(part, 1, yes);
    await people.say(part, 1, { ...no, engine: '' });
    await people.say(part, 1, { ...no, make: 'Audi', model: 'A4' });
    expect(await claims(part)).toMatchObject([{ engine: 'diesel', yes: 1, no: 0 }]);
  });

  test('fell two claims of a part on one day, and admins are mailed about each, once', async () => {
    const part = await added([fitment, { ...fitment, make: 'Audi', model: 'A4' }]);
    const audi = { ...golf, make: 'Audi', model: 'A4' };
    const first = await people.say(part, 5, no);
    const second = await people.say(part, 5, { ...audi, verdict: 'does not fit' });
    const told = async () =>
      (await mailed(part))
        .map(({ text }) => /(\S+ \S+) 2010–2016: 5 of 5/.exec(text)?.[1] ?? '')
        .toSorted();
    expect(await told()).toEqual(['Audi A4', 'Volkswagen Golf']);
    for (const one of first) await people.review(one, [yes]);
    for (const one of first) await people.review(one, [no]);
    expect(await told()).toEqual(['Audi A4', 'Volkswagen Golf']);
    for (const one of [...first, ...second]) await people.review(one, []);
  });

  test('are about any vehicle where the part claims that, and about nothing where it names none', async () => {
    const typeFor = async (decides: 'universal' | 'vehicle') =>
      (
        await shop.db
          .selectFrom('part_types')
          .select('id')
          .where('fit', '=', decides)
          .executeTakeFirstOrThrow()
      ).id;
    const [universal, bound] = [await typeFor('universal'), await typeFor('vehicle')];
    const part = await added([], { type: universal });
    const silent = await added([], { type: bound });
    for (const one of [part, silent]) await people.say(one, 5, no);
    expect(await fit(part)).toBe('check: 5 of 5 buyers say it does not fit.');
    expect(await doubted()).toMatchObject([
      { _id: part, details: 'Any vehicle: 5 of 5 say it does not fit' },
    ]);
    // Nobody claimed that it fits, so there is nothing to doubt, and nothing to mail.
    expect(await fit(silent)).toBe(
      'check: No vehicle is named yet. Compare the numbers and measures.',
    );
    expect(await claims(silent)).toBeUndefined();
    expect(await mailed(silent)).toEqual([]);
    expect((await shop.request('GET', `/api/review?productId=${silent}`)).body[0].fits).toEqual([
      { make: 'Volkswagen', model: 'Golf', year: 2015, verdict: 'does not fit' },
    ]);
    // As soon as it names a vehicle, they are about that; of another type it claims nothing any more.
    await parts.edit(silent, { fitments: [fitment] });
    await parts.edit(part, { type: bound });
    await checkFitments(shop);
    expect(await fit(silent)).toBe('check: 5 of 5 buyers say it does not fit.');
    expect(await mailed(silent)).toHaveLength(1);
    expect(await claims(part)).toBeUndefined();
    expect((await doubted()).map(({ _id }: { _id: string }) => _id)).toEqual([silent]);
  });

  test('do not count while the review is hidden', async () => {
    const part = await added();
    await people.say(part, 4, yes);
    await people.say(part, 1, no);
    const [{ _id }] = (await shop.request('GET', `/api/review?productId=${part}&limit=1`)).body;
    const step = (body: object) =>
      shop.request('POST', `/api/admin/reviews/${_id}`, { as: parts.admin, body });
    await step({ step: 'hide', reason: 'Spam' });
    expect(await fit(part)).toContain('4 buyers confirmed it.');
    await step({ step: 'show' });
    expect(await fit(part)).toBe('check: 1 of 5 buyers say it does not fit.');
  });

  test('are counted anew when the vehicles are mended', async () => {
    const part = await added();
    await people.say(part, 4, { ...yes, year: 2011 });
    await people.say(part, 1, { ...no, year: 2016 });
    expect(await fit(part)).toContain('check: ');
    await parts.edit(part, { fitments: [{ ...fitment, yearTo: 2015 }] });
    await checkFitments(shop);
    expect(await fit(part)).toBe('fits: Fits Volkswagen Golf 2010–2015. 4 buyers confirmed it.');
    expect((await doubted()).map(({ _id }: { _id: string }) => _id)).not.toContain(part);
  });

  test('stay when the account is closed, as those of nobody', async () => {
    const part = await added();
    const [one] = await people.say(part, 1, yes);
    if (!one) throw new Error('Nobody.');
    await ship(one.order);
    const { email } = one.person;
    const closed = await shop.request('POST', `/api/user/${email}/close`, {
      as: one.person,
      body: { typedEmail: email },
    });
    expect(closed.status).toBe(200);
    expect(await claims(part)).toMatchObject([{ yes: 1 }]);
    expect((await shop.request('GET', `/api/review?productId=${part}`)).body).toMatchObject([
      { name: 'A customer', fits: [{ model: 'Golf', verdict: 'fits' }] },
    ]);
    expect((await people.review(one, [no])).status).toBe(401);
  });

  const ship = (order: string) =>
    shop.request('PATCH', `/api/order/${order}`, { as: parts.admin, body: { status: 'shipped' } });
  const giveBack = async (order: string, as: Person, body: object = {}) =>
    shop.request('POST', `/api/orders/${order}/returns`, {
      as,
      body: { reason: 'does-not-fit', quantity: 100, tried: golf, ...body },
    });

  test('are also returns of what does not fit, once with the review of the same buyer', async () => {
    const part = await added();
    const [one] = await people.say(part, 1, yes);
    if (!one) throw new Error('Nobody.');
    await ship(one.order);
    const asked = await giveBack(one.order, one.person);
    expect(asked.status).toBe(201);
    expect(await claims(part)).toMatchObject([{ yes: 0, no: 1, changes: 0 }]);
    const { returns } = (
      await shop.request('GET', `/api/orders/${one.order}/returns`, { as: one.person })
    ).body;
    expect(returns).toMatchObject([{ vehicle: 'vw golf 2015, 2.0 diesel' }]);
    await people.review(one, [no]);
    expect(await claims(part)).toMatchObject([{ yes: 0, no: 1, changes: 0 }]);
    await people.review(one, [yes]);
    await shop.request('DELETE', `/api/returns/${asked.body.insertedId}`, { as: one.person });
    expect(await claims(part)).toMatchObject([{ yes: 1, no: 0, changes: 0 }]);
    const again = await giveBack(one.order, one.person);
    expect(await claims(part)).toMatchObject([{ yes: 0, no: 1 }]);
    await shop.request('POST', `/api/admin/returns/${again.body.insertedId}`, {
      as: parts.admin,
      body: { step: 'decline', words: 'It fits.' },
    });
    expect(await claims(part)).toMatchObject([{ yes: 1, no: 0, changes: 0 }]);
  });

  test('a return of a vehicle that nobody knows, or of none, counts for no claim', async () => {
    const part = await added();
    for (const tried of [undefined, { ...golf, model: 'Golfinho' }]) {
      const one = await people.buyer(part);
      await ship(one.order);
      expect((await giveBack(one.order, one.person, { tried })).status).toBe(201);
    }
    const other = await people.buyer(part);
    await ship(other.order);
    const wrong = await giveBack(other.order, other.person, { reason: 'damaged' });
    expect(wrong.body).toMatchObject({ acknowledged: false, error: 'invalid_input' });
    expect(await claims(part)).toBeUndefined();
  });

  test('stay with a review of a vehicle that its part named then, and may be taken back', async () => {
    const unheard = { make: 'Volkswagen', model: 'Golfinho', year: 2015, engine: '' };
    const part = await added([{ ...fitment, model: 'Golfinho' }]);
    const [one] = await people.say(part, 1, { ...unheard, verdict: 'does not fit' });
    if (!one) throw new Error('Nobody.');
    expect((await parts.edit(part, { fitments: [fitment] })).status).toBe(200);
    const votes = [
      [{ ...unheard, verdict: 'does not fit' }],
      [{ ...unheard, verdict: 'fits' }],
      [],
    ] as const;
    for (const fits of votes) expect((await people.review(one, fits)).status).toBe(200);
    expect((await people.review(one, votes[0])).body).toMatchObject({ error: 'invalid_input' });
  });

  test('are refused of those who did not pay, and of vehicles that nobody knows', async () => {
    const part = await added();
    const one = await people.buyer(part);
    const stranger = await shop.person('Stranger');
    const gone = await shop.person('Gone', { tokenHours: -1 });
    const unpaid = await shop.person('Unpaid');
    const order = await shop.order(unpaid, part, 200);
    const statuses: unknown[] = [];
    for (const body of [
      { ...one, person: stranger },
      { ...one, person: gone },
      { ...one, person: parts.admin },
      { ...one, person: unpaid, transactionId: order },
    ]) {
      const { status, body: answer } = await people.review(body, [no]);
      statuses.push([status, answer.error]);
    }
    expect(statuses).toEqual([
      [404, 'order_not_found'],
      [401, 'session_expired'],
      [404, 'order_not_found'],
      [404, 'order_not_found'],
    ]);
    for (const wrong of [
      [{ ...no, model: '<b>Golfinho</b>' }],
      [{ ...no, verdict: 'perhaps' as 'fits' }],
      [{ ...no, year: 1500 }],
      [{ ...no, engine: '2.0 TDI' }],
      Array.from({ length: 11 }, (_, at) => ({ ...no, year: 2000 + at })),
    ]) {
      const { status, body } = await people.review(one, wrong);
      expect([status, body.error]).toEqual([422, 'invalid_input']);
    }
    expect((await shop.request('GET', `/api/review?productId=${part}`)).body).toEqual([]);
    expect(await claims(part)).toBeUndefined();
  });
});
