import { deleteApp, initializeApp, type FirebaseApp } from '@firebase/app';
import {
  connectAuthEmulator,
  inMemoryPersistence,
  initializeAuth,
  type Auth,
} from '@firebase/auth';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { texts } from '#contract/texts.ts';
import { firebaseService, type FirebaseService } from '#test/firebase/service.ts';
import { listenAsFirebase, type FirebaseStandIn, type WireFault } from '#test/firebase/stand-in.ts';
import type { HostedIdentity } from '#web/session/identity-service.ts';
import { firebaseIdentity } from './firebase-identity.ts';

const apps: FirebaseApp[] = [];
let opened = 0;
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(apps.splice(0).map((app) => deleteApp(app)));
});

/** A browser that has not been at the service yet, without storage and windows. */
function newBrowser(origin: string): HostedIdentity {
  const options = { apiKey: 'key', authDomain: 'auth.example', projectId: 'demo-underhood' };
  const app = initializeApp(options, `browser-${(opened += 1)}`);
  apps.push(app);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, origin, { disableWarnings: true });
  return firebaseIdentity(auth);
}

const newAddress = () => `browser.${(opened += 1)}.${Date.now()}@example.com`;
const password = 'bulk-order';
const codeIn = (query: string) => new URLSearchParams(query).get('oobCode') ?? '';
const refused = (code: string, message?: string) => ({
  name: 'ApiError',
  code,
  ...(message !== undefined && { message }),
});

describe('the browser at a Firebase project', () => {
  let service: FirebaseService;
  beforeAll(async () => void (service = await firebaseService()));
  afterAll(() => service.close());

  test('makes an account, names it, and is signed in as it until the end of its session', async () => {
    const browser = newBrowser(service.origin);
    const email = newAddress();
    expect(await browser.currentUser()).toBeUndefined();
    await browser.createAccount({ email: email.toUpperCase(), password });
    const [name] = email.split('@');
    expect(await browser.currentUser()).toEqual({ email, name, emailVerified: false });
    await browser.setDisplayName('Ada');
    expect(await browser.currentUser()).toEqual({ email, name: 'Ada', emailVerified: false });
    expect(await browser.hasPassword()).toBe(true);
    expect(await browser.identityToken()).toMatch(/^[\w-]+\.[\w-]+\./);
    await browser.endSession();
    expect(await browser.currentUser()).toBeUndefined();
    await expect(browser.identityToken()).rejects.toMatchObject(refused('sign_in_required'));
  });

  test.each(['x'.repeat(121), 'Ada\nX: y'])(
    'goes by its address when its name is none that the shop takes (%j)',
    async (displayName) => {
      const browser = newBrowser(service.origin);
      const email = newAddress();
      await browser.createAccount({ email, password });
      await browser.setDisplayName(displayName);
      expect(await browser.currentUser()).toMatchObject({ name: email.split('@')[0] });
    },
  );

  test('is told by three texts why it may not come in (Spec §8)', async () => {
    const browser = newBrowser(service.origin);
    const email = newAddress();
    await expect(browser.signIn({ email, password })).rejects.toMatchObject(
      refused('user_not_found', texts.accountDoesNotExist),
    );
    await browser.createAccount({ email, password });
    await expect(browser.createAccount({ email, password })).rejects.toMatchObject(
      refused('email_in_use', texts.accountExists),
    );
    await expect(browser.signIn({ email, password: 'another' })).rejects.toMatchObject(
      refused('wrong_password', texts.passwordIncorrect),
    );
    await expect(
      browser.createAccount({ email: newAddress(), password: 'five5' }),
    ).rejects.toMatchObject(refused('weak_password', texts.passwordTooShort));
  });

  test('confirms an address for whoever is signed in with it or has its password, and nobody else', async () => {
    const [owner, stranger] = [newBrowser(service.origin), newBrowser(service.origin)];
    const email = newAddress();
    await owner.createAccount({ email, password });
    await owner.sendVerificationEmail(email);
    await stranger.createAccount({ email: newAddress(), password });
    const code = codeIn(await service.linkTo(email, 'VERIFY_EMAIL'));
    await expect(stranger.verifyEmail(code, '')).rejects.toMatchObject(refused('proof_needed'));
    await expect(stranger.verifyEmail(code, 'another')).rejects.toMatchObject(
      refused('wrong_password', texts.passwordIncorrect),
    );
    expect(await owner.currentUser()).toMatchObject({ emailVerified: false });
    await owner.verifyEmail(code, '');
    expect(await owner.currentUser()).toMatchObject({ emailVerified: true });
    await expect(owner.verifyEmail(code, '')).rejects.toMatchObject(refused('email_verified'));
    await expect(stranger.verifyEmail(code, '')).rejects.toMatchObject(refused('link_invalid'));
  });

  test('chooses a new password by a mail, and says nothing of addresses that have no account', async () => {
    const browser = newBrowser(service.origin);
    const email = newAddress();
    await browser.requestPasswordReset(email);
    await browser.createAccount({ email, password });
    await browser.requestPasswordReset(email);
    const code = codeIn(await service.linkTo(email, 'PASSWORD_RESET'));
    await browser.resetPassword(code, 'another-order');
    expect(await browser.currentUser()).toBeUndefined();
    await expect(browser.resetPassword(code, 'third-order')).rejects.toMatchObject(
      refused('link_invalid'),
    );
    expect(await browser.signIn({ email, password: 'another-order' })).toMatchObject({ email });
  });

  test('changes its password by the current one alone', async () => {
    const browser = newBrowser(service.origin);
    const email = newAddress();
    await browser.createAccount({ email, password });
    await expect(browser.changePassword('another', 'third-order')).rejects.toMatchObject(
      refused('wrong_password', texts.passwordIncorrect),
    );
    await browser.changePassword(password, 'third-order');
    expect(await browser.identityToken()).toMatch(/\./);
    expect(await browser.signIn({ email, password: 'third-order' })).toMatchObject({ email });
  });
});

describe('a service that does not answer as it should', () => {
  let standIn: FirebaseStandIn;
  beforeAll(async () => void (standIn = await listenAsFirebase()));
  afterAll(() => standIn.close());

  const says =
    (status: number, body: string): WireFault =>
    (_request, response) =>
      void response.writeHead(status, { 'access-control-allow-origin': '*' }).end(body);
  const error = (message: string) => JSON.stringify({ error: { code: 400, message } });

  test.each<[string, WireFault, string]>([
    ['breaks off', (request) => void request.destroy(), 'network'],
    ['sends HTML', says(502, '<html>Bad gateway</html>'), 'network'],
    ['is out of order', says(503, error('BACKEND_ERROR')), 'unavailable'],
    ['knows no such project', says(400, error('API_KEY_INVALID')), 'unavailable'],
    ['has had enough', says(400, error('TOO_MANY_ATTEMPTS_TRY_LATER')), 'too_many_requests'],
    ['has disabled the account', says(400, error('USER_DISABLED')), 'account_blocked'],
  ])('is told apart from a refusal when it %s', async (_what, fault, code) => {
    const browser = newBrowser(standIn.origin);
    standIn.faults.push(fault);
    await expect(browser.signIn({ email: newAddress(), password })).rejects.toMatchObject(
      refused(code),
    );
    expect(await browser.currentUser()).toBeUndefined();
  });

  test('is not waited for without end by whoever asks who is signed in', async () => {
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const auth = { authStateReady: () => new Promise<void>(() => undefined) } as Auth;
    const asked = firebaseIdentity(auth).currentUser();
    limit.abort();
    await expect(asked).rejects.toMatchObject(refused('network'));
  });

  test('signs nobody out by an outage, but by the end of the account', async () => {
    const browser = newBrowser(standIn.origin);
    await browser.createAccount({ email: newAddress(), password });
    standIn.faults.push(says(503, error('BACKEND_ERROR')));
    await expect(browser.identityToken()).rejects.toMatchObject(refused('unavailable'));
    expect(await browser.currentUser()).toBeDefined();
    standIn.faults.push(says(400, error('USER_DISABLED')));
    await expect(browser.identityToken()).rejects.toMatchObject(refused('account_blocked'));
    expect(await browser.currentUser()).toBeUndefined();
  });
});
