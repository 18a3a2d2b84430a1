import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { texts } from '#contract/texts.ts';
import { configFrom } from '#server/start/config.ts';
import { variables, type Environment } from '#server/start/variables.ts';
import { paths } from '#web/paths.ts';
import { fromFirebase } from '#web/session/firebase/firebase-errors.ts';
import { startListed } from './access-routes.ts';

const root = path.join(import.meta.dirname, '..');
const read = (place: string): string => readFileSync(path.join(root, place), 'utf8');
const page = read('docs/operations.md');
const known = new Set<string>(Object.keys(variables));

/** What the settings of each set-up make of a shop's third parties. */
const setUps = [
  [
    'With a PostgreSQL and keys of your own',
    {
      cards: { secretKey: 'sk_live_KEY', publishableKey: 'pk_live_KEY', standIn: undefined },
      identity: 'embedded',
      google: { clientId: 'CLIENT', clientSecret: 'SECRET' },
      images: 'disk',
      mail: { from: { address: 'orders@shop.example' } },
    },
  ],
  [
    'With hosted services',
    {
      cards: { secretKey: 'sk_live_KEY', publishableKey: 'pk_live_KEY', standIn: undefined },
      identity: {
        projectId: 'shop-1a2b3',
        authDomain: 'shop-1a2b3.firebaseapp.com',
        emulator: undefined,
        serviceAccount: { email: 'shop@shop-1a2b3.iam.gserviceaccount.com' },
      },
      google: undefined,
      images: { name: 'shop-pictures', publicUrl: 'https://pictures.shop.example' },
      mail: { from: { address: 'orders@shop.example' } },
    },
  ],
] as const;

/** What Google Cloud gives for a service account of the project. */
const serviceAccount = JSON.stringify({
  project_id: 'shop-1a2b3',
  client_email: 'shop@shop-1a2b3.iam.gserviceaccount.com',
  private_key: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey,
});

describe.each(setUps)('docs/operations.md, %s', (heading, thirdParties) => {
  const text = page.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? '';
  const settings = parseEnv(/```\n([^`]+)```/.exec(text)?.[1]?.replaceAll(/^ +/gm, '') ?? '');
  let dataDir: string;
  let routes: readonly string[];

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'underhood-setting-up-'));
    const listed = await startListed();
    await listed.shop.close();
    ({ routes } = listed);
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  /** The set-up's shop, but for the folder and the file, which only the shop's own machine has. */
  const configOf = (env: Environment) =>
    configFrom({
      ...env,
      DATA_DIR: dataDir,
      ...(env.FIREBASE_SERVICE_ACCOUNT && { FIREBASE_SERVICE_ACCOUNT: serviceAccount }),
    });

  test('has ten steps', () => {
    expect([...text.matchAll(/^(\d+)\. \*/gm)].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
  });

  test('names settings that the shop reads', () => {
    const named = [...text.matchAll(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('gives settings with which a live shop starts', () => {
    expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([]);
    expect(configOf(settings)).toMatchObject({ mode: 'live', thirdParties });
  });

  test('gives no setting that could be left out without a word', () => {
    const idle = Object.keys(settings).filter((name) => {
      try {
        configOf({ ...settings, [name]: undefined });
        return !text.replace(/```[^`]+```/, '').includes(name);
      } catch {
        return false;
      }
    });
    expect(idle).toEqual([]);
  });

  test('names programs and files that are there', () => {
    const files = [...text.matchAll(/(?:^|[\s(`])((?:server|deploy|docs)\/[\w./@-]+\w)/g)].map(
      ([, file]) => file ?? '',
    );
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const [, named] of text.matchAll(/underhood-(\d[\d.]*\d)/g)) expect(named).toBe(version);
  });

  test('names addresses that the shop answers', () => {
    const pages = new Set<string>(Object.values(paths).filter((one) => typeof one === 'string'));
    const ofServer = new Set(routes.map((route) => route.split(' ')[1]));
    const named = [...text.matchAll(/(?:`|PUBLIC_URL|127\.0\.0\.1:\d+)(\/[a-z][\w/-]*)/g)]
      .map(([, address]) => address ?? '')
      .filter((address) => !/^\/(?:opt|etc|var)\//.test(address));
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((one) => !ofServer.has(one) && !pages.has(one))).toEqual([]);
  });

  test('leads to headings of the same page', () => {
    const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
      words
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const named = [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });
});

test('docs/operations.md says what the login does, with and without e-mail enumeration protection', () => {
  const text = page.split('\n### What e-mail enumeration protection does\n')[1]?.split(/\n##+ /)[0];
  const rows = [
    ...(text ?? '').matchAll(/^\| ([^|]+) \| '([^|]+)' \| (?:'([^|]+)'|the same) \|$/gm),
  ];
  const sentenceOf = (code: string): string =>
    (fromFirebase(Object.assign(new Error(), { code: `auth/${code}` })) as Error).message;
  expect(rows.map(([, , without, protectedToo]) => [without, protectedToo ?? without])).toEqual([
    [sentenceOf('user-not-found'), sentenceOf('invalid-credential')],
    [sentenceOf('wrong-password'), sentenceOf('invalid-credential')],
    [sentenceOf('email-already-in-use'), texts.accountExists],
    [texts.resetLinkSent, texts.resetLinkSent],
  ]);
});
