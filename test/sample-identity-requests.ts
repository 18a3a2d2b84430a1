import type { identityCalls } from '#contract/identity-calls.ts';
import { incrementCounter } from '#server/rate-limit/store.ts';
import { ofStrangers } from '#server/third-parties/identity/embedded/guess-limits.ts';
import { codeOfApp } from './authenticator.ts';
import { publicUrl, type TestShop } from './harness.ts';
import { codeIn, mailsTo } from './mailbox.ts';
import type { Sample } from './sample-requests.ts';
import { Visitor } from './visitor.ts';

const password = 'bulk-order';
const origin = publicUrl;
let people = 0;

/** Somebody new, each from another network because of the rate limits. */
function newcomer(shop: TestShop): { email: string; visitor: Visitor } {
  people += 1;
  const address = `10.${people >> 16}.${(people >> 8) % 256}.${people % 256}`;
  return { email: `sample${people}@example.com`, visitor: new Visitor(shop.app, address) };
}

async function send(visitor: Visitor, path: string, body: object) {
  const answer = await visitor.post(`/api/identity${path}`, body);
  if (answer.statusCode !== 200) throw new Error(`${path} was refused: ${answer.body}`);
  return answer.json();
}

/** Somebody whose browser is signed in; the headers are what it sends. */
async function someone(shop: TestShop, { verified = false } = {}) {
  const { email, visitor } = newcomer(shop);
  if (verified) {
    await shop.identity.createAccount({ name: 'Sample', email, password, verified });
    await send(visitor, '/sign-in/email', { email, password });
  } else await send(visitor, '/sign-up/email', { name: 'Sample', email, password });
  return { email, visitor, headers: headersOf(visitor) };
}

function headersOf(visitor: Visitor): Record<string, string> {
  return { origin, ...visitor.cookieHeader('/api/identity') };
}

/** Somebody who has begun to turn the second factor on. */
async function beginner(shop: TestShop) {
  const { visitor, email, headers } = await someone(shop, { verified: true });
  const { secret } = await send(visitor, '/two-factor/enable', { password });
  return { visitor, email, headers, code: codeOfApp(secret) };
}

/** Somebody with a second factor, and a code that is still valid. */
async function careful(shop: TestShop) {
  const { visitor, email, code } = await beginner(shop);
  const { recoveryCodes } = await send(visitor, '/two-factor/confirm', { code });
  return { email, headers: headersOf(visitor), code: recoveryCodes[0] as string };
}

async function mailedCode(shop: TestShop, email: string, subject: string): Promise<string> {
  return codeIn((await mailsTo(shop.db, email)).find((mail) => mail.subject === subject));
}

/** Somebody who is signed in, with this body. */
function signedIn(body?: Readonly<Record<string, unknown>>): Sample {
  return async ({ shop }) => {
    const { headers } = await someone(shop);
    return { headers, ...(body && { body }) };
  };
}

/** A request for each call of the identity service that succeeds with the headers of its browser. */
export const sampleIdentityRequests = {
  register: async ({ shop }) => ({
    headers: { origin },
    body: { name: 'Sample', email: newcomer(shop).email, password },
  }),
  signInByPassword: async ({ shop }) => ({
    headers: { origin },
    body: { email: (await someone(shop)).email, password },
  }),
  signInByCode: async ({ shop }) => {
    const { email, code } = await careful(shop);
    const { visitor } = newcomer(shop);
    await send(visitor, '/sign-in/email', { email, password });
    return { headers: headersOf(visitor), body: { code } };
  },
  signInWithGoogle: async () => ({
    headers: { origin },
    body: { nonce: 'nonce-of-this-click', mode: 'popup' },
  }),
  confirmDevice: async ({ shop }) => {
    const { email } = await someone(shop);
    // Exceeds the limit of strangers' guesses by one.
    while (
      (await incrementCounter(shop.db, ofStrangers({ email }), shop.clock.now())) === undefined
    );
    await newcomer(shop).visitor.post('/api/identity/sign-in/email', { email, password });
    const token = await mailedCode(shop, email, 'Is it you who wants to log in?');
    return { headers: { origin }, body: { token } };
  },
  endSession: signedIn({}),
  getSession: signedIn(),
  getIdentityToken: signedIn(),
  setDisplayName: signedIn({ name: 'New Name' }),
  sendVerificationEmail: async ({ shop }) => {
    const { email, headers } = await someone(shop);
    return { headers, body: { email } };
  },
  verifyEmail: async ({ shop }) => {
    const { email } = await someone(shop);
    const token = await mailedCode(shop, email, 'Confirm your e-mail address');
    return { headers: { origin }, body: { token, password } };
  },
  requestPasswordReset: async ({ shop }) => ({
    headers: { origin },
    body: { email: (await someone(shop)).email },
  }),
  resetPassword: async ({ shop }) => {
    const { email, visitor } = await someone(shop);
    await send(visitor, '/request-password-reset', { email });
    const token = await mailedCode(shop, email, 'Choose a new password');
    return { headers: { origin }, body: { token, newPassword: 'another one' } };
  },
  getSignInWays: signedIn(),
  changePassword: signedIn({ currentPassword: password, newPassword: 'another one' }),
  listSessions: signedIn(),
  endOneSession: signedIn({ id: 'a-session-of-nobody' }),
  endAllSessions: signedIn({}),
  beginSecondFactor: async ({ shop }) => {
    const { headers } = await someone(shop, { verified: true });
    return { headers, body: { password } };
  },
  confirmSecondFactor: async ({ shop }) => {
    const { headers, code } = await beginner(shop);
    return { headers, body: { code } };
  },
  endSecondFactor: async ({ shop }) => {
    const { headers, code } = await careful(shop);
    return { headers, body: { password, code } };
  },
} satisfies Record<keyof typeof identityCalls, Sample>;
