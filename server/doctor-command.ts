// `npm run doctor` checks that all data is consistent; `npm run doctor -- --repair` repairs what can be repaired without loss.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { assemble } from './assemble.ts';
import { systemClock } from './clock.ts';
import {
  commandConfigFrom,
  databaseOf,
  modeOf,
  type CommandConfig,
} from '#server/start/command-config.ts';
import { ConfigError } from '#server/start/config.ts';
import { DatabaseLocked } from '#server/db/embedded/errors.ts';
import type { Database } from '#server/db/open.ts';
import { openExisting } from '#server/db/open-existing.ts';
import { findShopFacts, type ShopFacts } from '#server/db/shop-facts.ts';
import type { CardLimits } from '#server/doctor/card-checks.ts';
import type { Finding } from '#server/doctor/check.ts';
import { examine, showFindings } from '#server/doctor/examine.ts';
import { repair } from '#server/doctor/repair.ts';
import { sumUnpaidHolds } from '#server/holds/store.ts';
import { shopLogger } from './log.ts';
import { refuseWrongDatabase } from '#server/start/database-use.ts';
import { knownIdentitySecret } from '#server/start/identity-secrets.ts';
import {
  askedAccountFrom,
  cardAccountOf,
  type CardAccount,
  type PartiesOfCommand,
  type ShopMode,
} from '#server/start/third-party-config.ts';
import { print as printLine, printFault } from './print.ts';
import { inBackground, type Shop } from './shop.ts';
import { startupError } from '#server/start/startup-errors.ts';
import type { Environment } from '#server/start/variables.ts';

/** So long it asks about ever older payments, unless it is to ask about every one. */
const patienceMs = 15_000;

/**
 * Runs the command; answers the exit status: 0 when every check passes, 1 when one fails, 2 when one could not be done.
 * With `--repair` the status is that after the repairs, with `--every-payment` the card provider is asked about all payments, however long that takes.
 */
export async function doctorCommand(
  args: string[],
  env: Environment,
  print: (line: string) => void,
): Promise<number> {
  const no = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ args, options: { repair: no, 'every-payment': no } });
  const limits = {
    mostPayments: Infinity,
    ...(values['every-payment'] ? {} : { patienceMs }),
  };
  const config = commandConfigFrom(env);
  const database = await openExisting({ ...databaseOf(config), unlimited: true });
  try {
    const facts = await findShopFacts(database.db);
    const mode = modeOf(config, facts);
    const cards = cardsOf(env, mode, facts);
    // With the wrong provider every payment would look lost, and be repaired.
    await refuseWrongDatabase(database.db, {
      mode,
      cardAccount: cards === 'unasked' ? 'sandbox' : cardAccountOf(cards, mode),
    });
    // What it mails has its links when the shop sends it.
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
    const settings = { ...config, mode, publicUrl, paymentMark: facts?.payment_mark ?? undefined };
    const { app, shop } = await assembleShop(settings, database, cards);
    try {
      return await examineAndRepair(inBackground(shop), { repairs: values.repair, limits, print });
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}

async function examineAndRepair(
  shop: Shop,
  {
    repairs,
    limits,
    print,
  }: { repairs: boolean; limits: CardLimits; print: (line: string) => void },
): Promise<number> {
  const findings = await examine(shop, limits);
  const { orders, accounts, pieces } = await sumUnpaidHolds(shop.db);
  print(
    `figure   unpaid-holds    Accounts that never paid anything hold pieces: ${pieces}, by unpaid orders: ${orders}, accounts: ${accounts}.`,
  );
  const status = printChecks(findings, print, repairs);
  if (!repairs || status === 0) return status;
  const repaired = await repair(shop, findings);
  if (repaired.length === 0) return status;
  print('');
  for (const { checkId, rowId, done, sentence } of repaired)
    print(`${done ? 'Repaired' : 'Not repaired'}  ${checkId}  ${rowId}  ${sentence}`);
  print('');
  return printChecks(await examine(shop, limits), print, true);
}

/** Prints every check; answers the exit status. */
function printChecks(
  findings: readonly Finding[],
  print: (line: string) => void,
  repairs: boolean,
): number {
  const checks = showFindings(findings);
  for (const { _id, sentence, status, about, rows, more, note } of checks) {
    print(
      `${{ holds: 'ok     ', broken: 'BROKEN ', unknown: 'unknown' }[status]}  ${_id.padEnd(14)}  ${sentence}${note === null ? '' : ` ${note}`}`,
    );
    for (const row of rows) print(`           ${about} ${row}`);
    if (more) print('           and more');
  }
  const broken = checks.filter(({ status }) => status === 'broken');
  const isUnknown = checks.some(({ status }) => status === 'unknown');
  print('');
  if (broken.length > 0) print(`${broken.length} of ${checks.length} checks are broken.`);
  else
    print(
      isUnknown
        ? 'Nothing is broken, but not everything could be looked at.'
        : `All ${checks.length} checks hold.`,
    );
  if (!repairs && broken.some(({ repairable }) => repairable))
    print('Some of it can be mended without losing anything: npm run doctor -- --repair');
  if (broken.length > 0) return 1;
  return isUnknown ? 2 : 0;
}

/**
 * The card provider to ask: the account whose key is given; without one the sandbox, which is in the database, if the shop
 * never had another.
 */
function cardsOf(
  env: Environment,
  mode: ShopMode,
  facts: ShopFacts | undefined,
): PartiesOfCommand['cards'] {
  const faults: string[] = [];
  const account = askedAccountFrom(env, mode, faults);
  if (faults.length > 0) throw new ConfigError(faults);
  if (account !== undefined) return account;
  const had: readonly CardAccount[] = facts?.card_accounts ?? [];
  // A live shop that was just adopted has had none yet.
  const isOnlySandbox =
    had.every((one) => one === 'sandbox') && (mode === 'demo' || had.length > 0);
  return isOnlySandbox ? 'sandbox' : 'unasked';
}

/** The shop with the card provider, but not listening. Nobody signs in, so any secret will do. */
function assembleShop(
  settings: CommandConfig & { mode: ShopMode; publicUrl: string; paymentMark: string | undefined },
  database: Database,
  cards: PartiesOfCommand['cards'],
) {
  return assemble({
    ...settings,
    database,
    thirdParties: {
      cards,
      identity: 'embedded',
      google: undefined,
      images: 'disk',
      mail: 'outbox',
    },
    clock: systemClock,
    logger: shopLogger('silent'),
    identitySecrets: [
      knownIdentitySecret(settings)?.secret ?? randomBytes(32).toString('base64url'),
    ],
    demoAccounts: [],
    isOpen: () => false,
  });
}

if (import.meta.main) {
  try {
    process.exitCode = await doctorCommand(process.argv.slice(2), process.env, printLine);
  } catch (error) {
    printFault(startupError(error, process.env) ?? error);
    if (error instanceof DatabaseLocked)
      printFault(
        'Without stopping it: admins of the running shop see the same checks on its page /dashboard/doctor.',
      );
    process.exitCode = 1;
  }
}
