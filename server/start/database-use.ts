import type { Transaction } from 'kysely';
import {
  ConfigError,
  configFrom,
  type Config,
  type DatabaseUse,
  type StartOptions,
} from './config.ts';
import { openDatabase } from '#server/db/open.ts';
import { databaseExists } from '#server/db/open-existing.ts';
import {
  countPaidOrders,
  findShopFacts,
  hasAccountsOrOrders,
  hasDemoAccounts,
  saveShopFacts,
  withShopFacts,
  type ShopFacts,
} from '#server/db/shop-facts.ts';
import type { Tables } from '#server/db/schema.ts';
import { canReadKeys, encryptAnew } from '#server/third-parties/identity/embedded/change-secret.ts';
import {
  fingerprintOf,
  type IdentitySecrets,
} from '#server/third-parties/identity/embedded/secrets.ts';
import type { Database } from '#server/shop.ts';
import type { Environment } from './variables.ts';

/** What a database is opened for; `secrets` when the identity service is to work with it. */
type Purpose = Pick<DatabaseUse, 'mode' | 'cardAccount'> & { readonly secrets?: IdentitySecrets };

const ofItsOwn = 'needs a database of its own (DATA_DIR or DATABASE_URL)';
const adopt = '`npm run admin -- adopt live`';

/** Why a database may not be opened. */
export const wrongDatabase = {
  wasDemo: `The database was a demo, in which anybody could take any account and no money moved: a live shop ${ofItsOwn}.`,
  demoAccounts: `The database holds accounts of the demo, whose passwords everybody knows or which anybody could take: a live shop ${ofItsOwn}.`,
  unknown: `The database is from before it was written down whether it is a demo's: if it never was one, ${adopt} takes it over and lists what was paid in a sandbox.`,
  testMoney: `The database holds orders that may have been paid without any money, in a sandbox or with test keys: ${adopt} lists them and takes it over.`,
  otherSecret:
    'The database was opened with another secret of the identity service: give this copy the same IDENTITY_SECRET, or the folder `secrets` of the same DATA_DIR. docs/operations.md, Secrets, says how to change it, and what to do when it is lost.',
  isLive: `The database is a live shop's: the demo, in which anybody can sign in as anybody, ${ofItsOwn}.`,
} as const;

/**
 * Reads the environment for a start. Throws one `ConfigError` that names every fault, also that the database is the wrong
 * one, if it can be opened.
 */
export async function readConfig(env: Environment, options?: StartOptions): Promise<Config> {
  try {
    return configFrom(env, options);
  } catch (error) {
    if (!(error instanceof ConfigError) || error.database === undefined) throw error;
    // A database that does not open is reported at the next start, once the rest is right.
    const why = await whyWrongAt(error.database).catch(() => undefined);
    throw why === undefined ? error : new ConfigError([...error.faults, why]);
  }
}

/** Refuses a database that is not for this shop. Called before migrations, so that a refused database stays unchanged. */
export async function refuseWrongDatabase(db: Database, purpose: Purpose): Promise<void> {
  const why = await whyWrong(db, purpose);
  if (why !== undefined) throw new ConfigError([why]);
}

/** Where a database is, and by what its shop knows its payments. */
interface Place {
  /** Undefined when the database cannot tell. */
  readonly home: string | undefined;
  readonly paymentMark: string;
  readonly now: Date;
}

/** What a database says of itself. */
interface Found {
  readonly paymentMark: string;
  /** It is not where it was, so it was restored or copied. */
  readonly movedAt: Date | undefined;
  /** Of how many accounts the second factor, or its recovery codes, can be read with none of the secrets; undefined without any. */
  readonly unreadable: number | undefined;
}

/**
 * Stores the mode, the card account and the place of the database in it. Checks again, because another copy may have opened
 * it meanwhile, and encrypts with the current secret what another one had encrypted. While another copy does the same it
 * waits, and tells `say`. Answers what the database says.
 */
export function recordDatabaseUse(
  db: Database,
  purpose: Purpose,
  place: Place,
  say: (sentence: string) => void = () => undefined,
): Promise<Found> {
  return withShopFacts(db, (tx) => record(tx, purpose, place), say);
}

async function record(
  tx: Transaction<Tables>,
  purpose: Purpose,
  { home, paymentMark, now }: Place,
): Promise<Found> {
  await refuseWrongDatabase(tx, purpose);
  const { mode, cardAccount, secrets } = purpose;
  const stored = await findShopFacts(tx);
  const fingerprint = stored?.secret_fingerprint ?? undefined;
  if (secrets !== undefined && fingerprint === undefined && !(await canReadKeys(tx, secrets)))
    throw new ConfigError([wrongDatabase.otherSecret]);
  // At every start: until it restarts, a copy whose current secret is another one goes on encrypting with that.
  const unreadable = secrets && (await encryptAnew(tx, secrets));
  const known = (await hasAccountsOrOrders(tx)) ? stored : undefined;
  // A shop with real cards is only opened on a database without paid test orders.
  const before = mode === 'live' && cardAccount === 'live' ? [] : (known?.card_accounts ?? []);
  const last = known?.home ?? undefined;
  const isMoved = last !== undefined && home !== undefined && last !== home;
  const facts = {
    mode,
    card_accounts: [...new Set([...before, cardAccount])],
    adopted_at: known?.adopted_at ?? null,
    payments_listed_until: known?.payments_listed_until ?? now,
    payment_mark: known?.payment_mark ?? paymentMark,
    home: home ?? known?.home ?? null,
    moved_at: known?.moved_at ?? (isMoved ? now : null),
    secret_fingerprint: secrets === undefined ? (fingerprint ?? null) : fingerprintOf(secrets[0]),
  };
  await saveShopFacts(tx, facts);
  const movedAt = facts.moved_at ?? undefined;
  return { paymentMark: facts.payment_mark, movedAt, unreadable };
}

async function whyWrong(
  db: Database,
  { mode, cardAccount, secrets }: Purpose,
): Promise<string | undefined> {
  const facts = await findShopFacts(db);
  const fingerprint = facts?.secret_fingerprint ?? undefined;
  if (secrets !== undefined && fingerprint !== undefined)
    if (!secrets.some((secret) => fingerprintOf(secret) === fingerprint))
      return wrongDatabase.otherSecret;
  if (!(await hasAccountsOrOrders(db))) return undefined;
  if (mode === 'demo') return facts?.mode === 'live' ? wrongDatabase.isLive : undefined;
  if (facts === undefined)
    return (await hasDemoAccounts(db)) ? wrongDatabase.demoAccounts : wrongDatabase.unknown;
  if (facts.mode === 'demo') return wrongDatabase.wasDemo;
  return cardAccount === 'live' && tookTestPayments(facts) && (await countPaidOrders(db)) > 0
    ? wrongDatabase.testMoney
    : undefined;
}

function tookTestPayments({ card_accounts }: ShopFacts): boolean {
  return card_accounts.some((account) => account !== 'live');
}

async function whyWrongAt({ dataDir, databaseUrl, ...purpose }: DatabaseUse) {
  const home = { url: databaseUrl, dataDir };
  if (!databaseExists(home)) return undefined;
  // For a few statements, each of them once.
  const database = await openDatabase({ ...home, keepsStatements: false });
  try {
    return await whyWrong(database.db, purpose);
  } finally {
    await database.close();
  }
}
