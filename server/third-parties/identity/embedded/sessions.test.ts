import { expect, it } from 'vitest';
import { credentialEpoch, endSessions, keepOnlySession } from './sessions.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();

const isIn = async (visitor: Visitor) =>
  (await visitor.get('/api/identity/get-session')).json().user !== null;

/** An account with two browsers; `session` is the id of the first one's. */
async function account(email: string) {
  const { subject } = await shop.identity.createAccount({
    name: 'Ada',
    email,
    password: 'bulk-order',
    verified: true,
  });
  const [here, there] = [new Visitor(shop.app), new Visitor(shop.app, '203.0.113.9')];
  const signIn = (visitor: Visitor) =>
    visitor.post('/api/identity/sign-in/email', { email, password: 'bulk-order' });
  for (const visitor of [here, there]) await signIn(visitor);
  const session: string = (await here.get('/api/identity/sessions')).json().sessions[0].id;
  return { subject, here, there, session, epoch: await credentialEpoch(shop.db, email), signIn };
}

it('a change of how an account is entered keeps its own session and no other', async () => {
  const { subject, here, there, session, epoch } = await account('kept@example.com');
  expect(await keepOnlySession(shop.db, subject, { session, epoch })).toBe(epoch + 2);
  expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
});

it('a change that everything else was ended under ends with it, with the session it has made', async () => {
  const { subject, here, epoch, signIn } = await account('outrun@example.com');
  await endSessions(shop.db, subject);
  await signIn(here);
  const made: string = (await here.get('/api/identity/sessions')).json().sessions[0].id;
  expect(await keepOnlySession(shop.db, subject, { session: made, epoch })).toBeUndefined();
  expect(await isIn(here)).toBe(false);
});
