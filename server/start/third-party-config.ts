import type { S3Setup } from '#server/third-parties/images/s3/s3-images.ts';
import type { FirebaseProject } from '#server/third-parties/identity/firebase/project.ts';
import { smtpSetupFrom, type SmtpSetup } from '#server/third-parties/mail/smtp-setup.ts';
import { firebaseFrom, firebaseVariables } from './firebase-config.ts';
import { isLoopback, parseOrigin } from './origins.ts';
import { bucketFrom, s3Variables } from './s3-config.ts';
import { given, valueOrDefault, type Environment, type Variable } from './variables.ts';

export type ShopMode = 'demo' | 'live';

/** An account at Stripe, and where its calls go. */
interface StripeAccount {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Two while one replaces the other. */
  readonly webhookSecrets: readonly string[];
  /** A stand-in on this machine; undefined is Stripe itself. */
  readonly standIn: URL | undefined;
}

/** The shop as Google's sign-in knows it. */
interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An account at imgbb, and where its call goes. */
interface ImgbbAccount {
  readonly key: string;
  readonly base: URL;
}

/** The third parties of this shop: an account for each, or the shop's own replacement. */
export interface ThirdParties {
  readonly cards: 'sandbox' | StripeAccount;
  readonly identity: 'embedded' | FirebaseProject;
  /** Of the embedded identity service. */
  readonly google: 'sandbox' | GoogleClient | undefined;
  readonly images: 'disk' | ImgbbAccount | S3Setup;
  readonly mail: 'outbox' | SmtpSetup;
}

/** As a command has them: `unasked` if payments are at the provider, and nobody gave the command keys to ask it. */
export interface PartiesOfCommand extends Omit<ThirdParties, 'cards'> {
  readonly cards: ThirdParties['cards'] | 'unasked';
}

/** Only `live` collects real money. */
export type CardAccount = 'sandbox' | 'test' | 'live';

/** The kind of a card account. A stand-in on this machine moves no money, whatever its keys look like. */
export function cardAccountOf(cards: ThirdParties['cards'], mode: ShopMode): CardAccount {
  if (cards === 'sandbox') return 'sandbox';
  return mode === 'live' && cards.standIn === undefined ? 'live' : 'test';
}

/** No accounts: for the demo and the tests. */
export const sandboxes: ThirdParties = {
  cards: 'sandbox',
  identity: 'embedded',
  google: 'sandbox',
  images: 'disk',
  mail: 'outbox',
};

/** Each of these means that the shop uses a real provider. */
const providerKeys = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  ...firebaseVariables,
  'IMGBB_API_KEY',
  ...s3Variables,
  'SMTP_URL',
] as const satisfies readonly Variable[];

export function hasProviderKey(env: Environment): boolean {
  return providerKeys.some((name) => given(env, name) !== undefined);
}

/** Reads the third parties. Faults are added to `faults`, without any value, because values may be secrets. */
export function thirdPartiesFrom(env: Environment, mode: ShopMode, faults: string[]): ThirdParties {
  return {
    cards: cardsFrom(env, mode, faults),
    identity: identityFrom(env, mode, faults),
    google: googleFrom(env, mode, faults),
    images: imagesFrom(env, faults),
    mail: mailFrom(env, mode, faults),
  };
}

const stripeKeys = {
  STRIPE_SECRET_KEY: {
    looks: /^(?:sk|rk)_(live|test)_\w+$/,
    begins: 'sk_live_, rk_live_, sk_test_ or rk_test_',
  },
  STRIPE_PUBLISHABLE_KEY: { looks: /^pk_(live|test)_\w+$/, begins: 'pk_live_ or pk_test_' },
  STRIPE_WEBHOOK_SECRET: { looks: /^whsec_[^\s,]+(?:,whsec_[^\s,]+)?$/, begins: 'whsec_' },
} as const;

type StripeKey = keyof typeof stripeKeys;
const stripeKeyNames = Object.keys(stripeKeys) as StripeKey[];

function cardsFrom(env: Environment, mode: ShopMode, faults: string[]): ThirdParties['cards'] {
  const standIn = loopbackFrom(env, 'STRIPE_API_BASE', faults);
  if (stripeKeyNames.every((name) => given(env, name) === undefined)) {
    if (mode === 'live' && given(env, 'ALLOW_SANDBOX_PAYMENTS') !== '1')
      faults.push(
        'A live shop needs a card provider: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or ALLOW_SANDBOX_PAYMENTS=1 for a shop in which no money moves.',
      );
    return 'sandbox';
  }
  const key = (name: StripeKey) => stripeKeyFrom(env, name, { mode, faults });
  return {
    secretKey: key('STRIPE_SECRET_KEY'),
    publishableKey: key('STRIPE_PUBLISHABLE_KEY'),
    webhookSecrets: key('STRIPE_WEBHOOK_SECRET').split(','),
    standIn,
  };
}

/** The card account that a command asks: of its keys, the secret one is enough. Undefined when it is not set. */
export function askedAccountFrom(
  env: Environment,
  mode: ShopMode,
  faults: string[],
): StripeAccount | undefined {
  if (given(env, 'STRIPE_SECRET_KEY') === undefined) return undefined;
  const secretKey = stripeKeyFrom(env, 'STRIPE_SECRET_KEY', { mode, faults });
  const standIn = loopbackFrom(env, 'STRIPE_API_BASE', faults);
  return { secretKey, publishableKey: '', webhookSecrets: [], standIn };
}

function stripeKeyFrom(
  env: Environment,
  name: StripeKey,
  { mode, faults }: { mode: ShopMode; faults: string[] },
): string {
  const value = given(env, name) ?? '';
  const { looks, begins } = stripeKeys[name];
  const [, kind] = looks.exec(value) ?? [];
  if (value === '')
    faults.push(`${name} is missing: Stripe needs all of ${stripeKeyNames.join(', ')}.`);
  else if (!looks.test(value)) faults.push(`${name} must begin with ${begins}.`);
  else if (mode === 'live' && kind === 'test')
    faults.push(`${name} is a test key: a live shop takes only live keys.`);
  else if (mode === 'demo' && kind === 'live')
    faults.push(`${name} is a live key: the demo takes only test keys.`);
  return value;
}

function googleFrom(env: Environment, mode: ShopMode, faults: string[]): ThirdParties['google'] {
  const clientId = given(env, 'GOOGLE_CLIENT_ID');
  const clientSecret = given(env, 'GOOGLE_CLIENT_SECRET');
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  if (clientId !== undefined)
    faults.push('GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID is of no use without it.');
  if (clientSecret !== undefined)
    faults.push('GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET is of no use without it.');
  // In the sandbox anyone can sign in as anyone, so a live shop has no Google button instead.
  return mode === 'live' ? undefined : 'sandbox';
}

/** Who signs people in. */
function identityFrom(
  env: Environment,
  mode: ShopMode,
  faults: string[],
): ThirdParties['identity'] {
  const around = {
    mode,
    loopbackFrom: (name: 'FIREBASE_AUTH_EMULATOR') => loopbackFrom(env, name, faults),
    faults,
  };
  return firebaseFrom(env, around) ?? 'embedded';
}

/** Where pictures are kept; a command that stores some needs it too. */
export function imagesFrom(env: Environment, faults: string[]): ThirdParties['images'] {
  const standIn = loopbackFrom(env, 'IMGBB_API_BASE', faults);
  const key = given(env, 'IMGBB_API_KEY');
  const bucket = bucketFrom(env, faults);
  if (key !== undefined && bucket !== undefined)
    faults.push('IMGBB_API_KEY and S3_BUCKET are both set: pictures are kept at one of them.');
  return key === undefined
    ? (bucket ?? 'disk')
    : { key, base: standIn ?? new URL(valueOrDefault({}, 'IMGBB_API_BASE')) };
}

function mailFrom(env: Environment, mode: ShopMode, faults: string[]): ThirdParties['mail'] {
  const url = valueOrDefault(env, 'SMTP_URL');
  if (url === '' && mode === 'live') {
    faults.push('A live shop needs a mail server: set SMTP_URL and MAIL_FROM.');
    return 'outbox';
  }
  return smtpSetupFrom({ url, from: valueOrDefault(env, 'MAIL_FROM') }, faults) ?? 'outbox';
}

/** A stand-in for a provider must be on this machine, because secret keys are sent to it. Undefined is the provider itself. */
function loopbackFrom(
  env: Environment,
  name: 'STRIPE_API_BASE' | 'IMGBB_API_BASE' | 'FIREBASE_AUTH_EMULATOR',
  faults: string[],
): URL | undefined {
  const value = given(env, name);
  if (value === undefined || value.replace(/\/$/, '') === valueOrDefault({}, name))
    return undefined;
  const url = parseOrigin(value);
  if (url !== undefined && isLoopback(url.hostname)) return url;
  faults.push(`${name} must be a stand-in on this machine, such as http://127.0.0.1:12111.`);
  return undefined;
}
