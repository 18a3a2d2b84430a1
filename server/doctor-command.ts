// `npm run doctor` looks whether everything agrees; `npm run doctor -- --repair` mends what can be mended without losing anything.
import { parseArgs } from 'node:util';
import { assemble } from './assemble.ts';
import { systemClock } from './clock.ts';
import { configFrom, type Config } from '#server/start/config.ts';
import type { Database } from '#server/db/open.ts';
import { openExisting } from '#server/db/open-existing.ts';
import type { Finding } from '#server/doctor/check.ts';
import { examine, reportOf } from '#server/doctor/examine.ts';
import { repair } from '#server/doctor/repair.ts';
import { sumUnpaidHolds } from '#server/holds/store.ts';
import { shopLogger } from './log.ts';
import { refuseWrongDatabase } from '#server/start/database-use.ts';
import { secretFrom } from '#server/start/secrets.ts';
import { inBackground, type Shop } from './shop.ts';
import { startupError } from '#server/start/startup-errors.ts';
import type { Environment } from '#server/start/variables.ts';

/** The command line has time: every payment of a shop that is not very large. */
const mostPayments = 100_000;

/**
 * Runs the command; answers the exit status: 0 when everything holds, 1 when something is broken, 2 when something
 * could not be looked at. With `--repair` it is about what is left after the repairs.
 */
export async function doctorCommand(
  args: string[],
  env: Environment,
  print: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({ args, options: { repair: { type: 'boolean', default: false } } });
  const config = configFrom(env);
  const { databaseUrl, dataDir } = config;
  const database = await openExisting({
    ...(databaseUrl === undefined ? {} : { url: databaseUrl, patient: true }),
    dataDir,
  });
  try {
    // Asking another provider than the one that was paid, it would take every payment for lost, and repair that.
    await refuseWrongDatabase(database.db, config);
    const { app, shop } = await shopOf(config, database);
    try {
      return await examineAndRepair(inBackground(shop), { repairs: values.repair, print });
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}

async function examineAndRepair(
  shop: Shop,
  { repairs, print }: { repairs: boolean; print: (line: string) => void },
): Promise<number> {
  const findings = await examine(shop, { mostPayments });
  const { orders, accounts, pieces } = await sumUnpaidHolds(shop.db);
  print(
    `figure   unpaid-holds    Accounts that never paid anything hold pieces: ${pieces}, by unpaid orders: ${orders}, accounts: ${accounts}.`,
  );
  const status = tell(findings, print, repairs);
  if (!repairs || status === 0) return status;
  const repaired = await repair(shop, findings);
  if (repaired.length === 0) return status;
  print('');
  for (const { checkId, rowId, done, sentence } of repaired)
    print(`${done ? 'Repaired' : 'Not repaired'}  ${checkId}  ${rowId}  ${sentence}`);
  print('');
  return tell(await examine(shop, { mostPayments }), print, true);
}

/** Says what holds and what does not; answers the exit status. */
function tell(
  findings: readonly Finding[],
  print: (line: string) => void,
  repairs: boolean,
): number {
  const { checks } = reportOf(findings, systemClock.now());
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

/** The same shop as the one that is open to customers, with the same third parties, but not listening. */
function shopOf(config: Config, database: Database) {
  return assemble({
    database,
    clock: systemClock,
    logger: shopLogger('silent'),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    mode: config.mode,
    thirdParties: config.thirdParties,
    dataDir: config.dataDir,
    identitySecret: config.identitySecret ?? secretFrom(config.dataDir, 'identity'),
    contact: config.contact,
    orderHoldHours: config.orderHoldHours,
    adminFactorGraceDays: config.adminFactorGraceDays,
    demoAccounts: [],
    isOpen: () => false,
  });
}

if (import.meta.main) {
  try {
    process.exitCode = await doctorCommand(process.argv.slice(2), process.env, (line) =>
      process.stdout.write(`${line}\n`),
    );
  } catch (error) {
    process.stderr.write(
      `${startupError(error) ?? (error instanceof Error ? error.stack : String(error))}\n`,
    );
    process.exitCode = 1;
  }
}
