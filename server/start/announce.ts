import path from 'node:path';
import type { Config } from './config.ts';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';
import { isLoopback } from './origins.ts';
import type { ThirdParties } from './third-party-config.ts';

/** What the announcement says beside the configuration. */
interface Opened {
  readonly publicUrl: string;
  readonly seconds: number;
  readonly engine: 'embedded' | 'server';
  /** Whether the demo's own sign-ins work here. */
  readonly demoAccounts: boolean;
  /** Whether somebody sits before it who can press keys. */
  readonly onTerminal: boolean;
}

/** What is said when the shop has started: its address, and everything about it that might surprise. '' is a gap. */
export function announcement(config: Config, opened: Opened): string[] {
  const home = opened.engine === 'embedded' ? config.dataDir : 'a PostgreSQL server';
  return [
    `Underhood is open at ${opened.publicUrl} (ready in ${opened.seconds.toFixed(1)} s, data in ${home})`,
    '',
    ...(opened.demoAccounts ? signIns : []),
    ...(config.mode === 'demo' ? demoNotes(config, opened.publicUrl) : liveNotes(config)),
    ...(opened.onTerminal ? ['', 'Ctrl+C ends it.'] : []),
  ];
}

const signIns = [
  `Customer   ${demoAccounts.customer.email}   ${demoAccounts.customer.password}`,
  `Admin      ${demoAccounts.admin.email}      ${demoAccounts.admin.password}`,
];

function demoNotes(
  { host, thirdParties: { cards, identity, google, mail } }: Config,
  publicUrl: string,
): string[] {
  const facts = [
    cards === 'sandbox' ? 'no money moves' : 'cards are taken with test keys',
    mail === 'outbox' ? 'no mail leaves' : 'mails are really sent',
    signInFact(identity, google),
  ];
  const { hostname } = new URL(publicUrl);
  return [
    `Card       4242 4242 4242 4242, any future date and any code`,
    `Mails      ${publicUrl}/dev/outbox`,
    '',
    `This is the demo: ${facts.slice(0, -1).join(', ')}, and ${facts.at(-1)}.`,
    ...(isLoopback(host) || !isLoopback(hostname)
      ? []
      : [
          'Others do not reach it yet: it answers to the name in PUBLIC_URL, and to those of this machine alone.',
        ]),
  ];
}

function signInFact(identity: ThirdParties['identity'], google: ThirdParties['google']): string {
  if (identity !== 'embedded')
    return identity.emulator === undefined
      ? `people sign in at Firebase's project ${identity.projectId}`
      : 'anyone can sign in as anyone, at an emulator of Firebase';
  return google === 'sandbox'
    ? 'anyone can sign in as anyone'
    : 'whoever opens the outbox can take any account';
}

const noProxy =
  'TRUST_PROXY=none: whoever is in front is taken for every customer, and one of them can use up the attempts of all.';

function sharedByCopies(dataDir: string, secretsToo: boolean): string {
  const shared = ['images', ...(secretsToo ? ['secrets'] : [])].map((name) =>
    path.join(dataDir, name),
  );
  return `Uploaded pictures are files: all copies of this shop must share ${shared.join(' and ')}.`;
}

function identityNotes({ identity, google }: ThirdParties): string[] {
  if (identity === 'embedded')
    return google === undefined
      ? ['There is no Google button: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set.']
      : [];
  return [
    `People sign in at Firebase's project ${identity.projectId}, admins too: the shop asks for no second factor.`,
    ...(identity.serviceAccount === undefined
      ? [
          'Closed accounts stay at Firebase until somebody deletes them there: FIREBASE_SERVICE_ACCOUNT is not set.',
        ]
      : []),
  ];
}

function liveNotes({
  thirdParties,
  publicUrl,
  trustedProxies,
  databaseUrl,
  dataDir,
  identitySecret,
}: Config): string[] {
  const { cards, images } = thirdParties;
  const standIn = cards === 'sandbox' ? undefined : cards.standIn;
  return [
    'This is a live shop.',
    ...(publicUrl?.startsWith('https:') && trustedProxies.length === 0 ? [noProxy] : []),
    ...identityNotes(thirdParties),
    ...(cards === 'sandbox'
      ? ['No money moves: ALLOW_SANDBOX_PAYMENTS=1. The payment page says so.']
      : []),
    ...(standIn === undefined
      ? []
      : [
          `No money moves: STRIPE_API_BASE sends cards to ${standIn.origin} on this machine, not to Stripe.`,
        ]),
    ...(images === 'disk' && databaseUrl !== undefined
      ? [sharedByCopies(dataDir, identitySecret === undefined)]
      : []),
    ...(images === 'disk' ? [] : [`Uploaded pictures are kept at ${images.base.host}.`]),
  ];
}
