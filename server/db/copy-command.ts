import { parseArgs } from 'node:util';
import { copiedTables } from './copy-tables.ts';
import { copyDatabase } from './copy.ts';
import { migrate } from './migrate.ts';
import { type Database, type DatabaseOptions, openDatabase } from './open.ts';
import { openExisting } from './open-existing.ts';
import { requireUnused, UnfitTarget } from './table-rows.ts';
import { print as printLine, printFault } from '#server/print.ts';

const usage = `Copies the shop's database from one home to another, for example from this machine's folder to a server.

  npm run db:copy -- --from HOME --to HOME

HOME is the shop's data folder or the address of a PostgreSQL server (postgres://…). Stop the shop first: the embedded
database lets only one process in. The target gets the shop's tables and must hold no rows.`;

const isServer = (home: string): boolean => /^postgres(ql)?:\/\//.test(home);

function optionsFor(home: string): DatabaseOptions {
  return isServer(home) ? { url: home, dataDir: '', unlimited: true } : { dataDir: home };
}

/** Runs the command; answers the exit status. */
export async function copyCommand(args: string[], print: (line: string) => void): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { from: { type: 'string' }, to: { type: 'string' } },
  });
  if (values.from === undefined || values.to === undefined) {
    print(usage);
    return 2;
  }
  const homes: Database[] = [];
  try {
    const source = await openExisting(optionsFor(values.from));
    homes.push(source);
    const target = await openDatabase(optionsFor(values.to));
    homes.push(target);
    await requireUnused(target.pool, await copiedTables(source.pool));
    await migrate(target.db, undefined, print);
    await copyDatabase(source.pool, target.pool, print);
    print('Copied. Every table has the same rows and the same checksum on both sides.');
    return 0;
  } finally {
    for (const home of homes) await home.close();
  }
}

if (import.meta.main) {
  try {
    process.exitCode = await copyCommand(process.argv.slice(2), printLine);
  } catch (error) {
    const unfit = error instanceof UnfitTarget ? `${error.message} Nothing was copied.` : undefined;
    printFault(unfit ?? (error instanceof Error ? error.message : error));
    process.exitCode = 1;
  }
}
