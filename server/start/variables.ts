import { standardDataDir } from './standard-data-dir.js';

/** Every environment variable the shop reads, with its default and what it means. A test keeps `.env.example` equal. */
export const variables = {
  SHOP_MODE: {
    default: '',
    about:
      "'demo' runs on sandboxes and demo data, 'live' on real providers; not set, it is demo on a loopback HOST with nothing else set.",
  },
  HOST: { default: '127.0.0.1', about: 'Address to listen on.' },
  PORT: { default: '3000', about: 'Port to listen on; 0 takes a free one.' },
  PUBLIC_URL: {
    default: 'http://localhost:PORT',
    about: 'The one origin of mail links, redirects and sign-in; a live shop has to name it.',
  },
  TRUST_PROXY: {
    default: '',
    about:
      'Addresses or networks of the proxies in front, with commas; only they may say whom a request comes from. A live shop on https has to name them, or say none.',
  },
  HSTS_SUBDOMAINS: {
    default: '',
    about:
      "'1' tells browsers to ask every name below PUBLIC_URL's by https only, too; they keep to it for a year.",
  },
  DATA_DIR: {
    default: standardDataDir,
    about:
      'Folder of the embedded database, the secrets and the images. Commands need the same one as the shop.',
  },
  DATABASE_URL: {
    default: '',
    about: 'A PostgreSQL 15 or newer; not set, the embedded database is used.',
  },
  DATABASE_POOL: {
    default: '',
    about:
      'Connections that each copy of the shop opens to DATABASE_URL at most, from 4 to 500; one more answers /readyz. Not set, two for each processor of its machine and one, from 5 to 10.',
  },
  DATABASE_PREPARED: {
    default: '1',
    about:
      "'0': the connections to DATABASE_URL keep no planned statements. Behind a pooler they never do; the shop notices it.",
  },
  IDENTITY_SECRET: {
    default: '',
    about:
      'At least 32 characters that sign sessions; not set, they are made once and kept in DATA_DIR.',
  },
  IDENTITY_SECRET_ALSO: {
    default: '',
    about:
      'A second secret that is accepted while IDENTITY_SECRET changes from one to the other (docs/operations.md, Secrets).',
  },
  BACKUP_PASSPHRASE: {
    default: '',
    about:
      'Encrypts backups: read by `npm run backup` and `npm run restore` only. The shop does not need it: rather a file, by --passphrase-file.',
  },
  ALLOW_DEMO_ON_NETWORK: {
    default: '',
    about: "'1' lets the demo listen on an address others can reach.",
  },
  ALLOW_SANDBOX_PAYMENTS: {
    default: '',
    about:
      "'1' lets a live shop run without a card provider: no money moves, and the page says so.",
  },
  STRIPE_SECRET_KEY: {
    default: '',
    about:
      "Stripe's key for the server: sk_live_ or rk_live_ in a live shop, sk_test_ or rk_test_ in the demo.",
  },
  STRIPE_PUBLISHABLE_KEY: {
    default: '',
    about: "Stripe's key for the browser: pk_live_ in a live shop, pk_test_ in the demo.",
  },
  STRIPE_WEBHOOK_SECRET: {
    default: '',
    about:
      'Signs the messages that Stripe sends to PUBLIC_URL/api/card-events: whsec_. Two with a comma while it changes.',
  },
  STRIPE_API_BASE: {
    default: 'https://api.stripe.com',
    about: "Another address for Stripe's calls: a stand-in on this machine.",
  },
  GOOGLE_CLIENT_ID: {
    default: '',
    about:
      "Google's OAuth client; not set, the demo has its sandbox and a live shop no Google button.",
  },
  GOOGLE_CLIENT_SECRET: {
    default: '',
    about:
      'The secret of that client. It sends people back to PUBLIC_URL/api/identity/callback/google.',
  },
  FIREBASE_PROJECT_ID: {
    default: '',
    about:
      'The Firebase project that signs people in, with FIREBASE_API_KEY; not set, the shop does it itself.',
  },
  FIREBASE_API_KEY: {
    default: '',
    about: "The project's Web API key, which is public.",
  },
  FIREBASE_AUTH_DOMAIN: {
    default: '',
    about:
      "Where the project's own sign-in pages are; not set, FIREBASE_PROJECT_ID.firebaseapp.com.",
  },
  FIREBASE_SERVICE_ACCOUNT: {
    default: '',
    about:
      'A service account of the project, as JSON or the path of its file: it deletes closed accounts and ends sessions at Firebase, too.',
  },
  FIREBASE_AUTH_EMULATOR: {
    default: '',
    about:
      "An Auth emulator on this machine in Firebase's place, such as http://127.0.0.1:9099; never in a live shop.",
  },
  IMGBB_API_KEY: {
    default: '',
    about: 'Keeps uploaded pictures at imgbb; not set, they are kept in DATA_DIR.',
  },
  IMGBB_API_BASE: {
    default: 'https://api.imgbb.com',
    about: "Another address for imgbb's call: a stand-in on this machine.",
  },
  S3_ENDPOINT: {
    default: '',
    about:
      'Keeps uploaded pictures in a bucket that speaks S3: the origin of its service, such as https://s3.eu-central-1.amazonaws.com.',
  },
  S3_BUCKET: { default: '', about: "The bucket's name; it stands in the path of each request." },
  S3_REGION: { default: 'us-east-1', about: "The bucket's region; some services have only one." },
  S3_ACCESS_KEY_ID: {
    default: '',
    about: 'The key of an account that may write, read and delete the objects of that bucket.',
  },
  S3_SECRET_ACCESS_KEY: { default: '', about: 'The secret of that key; it signs each request.' },
  S3_PUBLIC_URL: {
    default: '',
    about:
      'Where browsers read what is in the bucket, such as https://pictures.shop.example; pages show pictures from there.',
  },
  SMTP_URL: {
    default: '',
    about:
      'Mail server as smtp://USER:PASSWORD@HOST:PORT or smtps://…; not set, the demo keeps mails in its outbox.',
  },
  MAIL_FROM: {
    default: '',
    about:
      'Sender of every mail: an address, or a name and an address, such as "Underhood <orders@shop.example>".',
  },
  ORDER_HOLD_HOURS: {
    default: '72',
    about:
      'Hours an unpaid order holds its pieces at most; of accounts that never paid it is an hour, and 4 with a confirmed address.',
  },
  UNPAID_ORDERS_PER_NETWORK: {
    default: '10',
    about:
      'Unpaid orders that accounts which never paid may have together per network address (of IPv6 a /64).',
  },
  ADMIN_FACTOR_GRACE_DAYS: {
    default: '14',
    about:
      'Days after which an admin of a live shop has no power without a second factor; 0 demands it at once. Not asked of those who sign in at Firebase.',
  },
  KEEP_HISTORY_DAYS: {
    default: '3650',
    about:
      'Days for which the audit log and the events of orders are kept, from 365 to 36500; ten years is what tax law asks for in many countries.',
  },
  KEEP_EVENTS_DAYS: {
    default: '365',
    about: 'Days for which security events are kept, from 30 to 36500.',
  },
  CONTACT_EMAIL: {
    default: 'hello@underhood.example',
    about: 'E-mail address in the footer, until an admin changes it.',
  },
  CONTACT_PHONE: {
    default: '+1 555-0142',
    about: 'Phone number in the footer, until an admin changes it.',
  },
  CONTACT_STREET: {
    default: '18 Foundry Lane, Dayton, Ohio, USA',
    about: 'Street and country in the footer, until an admin changes them.',
  },
  LOG: {
    default: '',
    about:
      "'json' writes the log as a JSON object per line, 'text' as sentences; not set, it is text on a terminal and json elsewhere.",
  },
  LOG_LEVEL: { default: 'info', about: 'fatal, error, warn, info, debug, trace or silent.' },
  LOG_SLOW_QUERY_MS: {
    default: '500',
    about: 'Statements of the database that take longer, in milliseconds, are logged as a warning.',
  },
  METRICS_TOKEN: {
    default: '',
    about:
      'At least 32 characters that Prometheus sends as a bearer token to read /metrics; not set, there is no such address.',
  },
} as const;

export type Variable = keyof typeof variables;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable's value without the spaces around it; undefined when it is not set. */
export function given(env: Environment, name: Variable): string | undefined {
  return env[name]?.trim() || undefined;
}

/** A variable's value or its default. */
export function valueOrDefault(env: Environment, name: Variable): string {
  return given(env, name) ?? variables[name].default;
}
