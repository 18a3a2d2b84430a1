import { existsSync, readFileSync } from 'node:fs';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';
import { openExisting } from '#server/db/open-existing.ts';
import { until } from '#test/faults/row.ts';
import { tablesWith } from '#test/tables-with.ts';
import { filesOfJourneys } from './files-of-journeys.ts';
import { typedVins } from './typed-vins.ts';

const waitMs = 60_000;

/** After all journeys: their shop has kept no VIN that one of them typed, in no table, no mail and nothing that it wrote. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes a file's default export.
export default async function searchForVins(): Promise<void> {
  const data = process.env['UNDERHOOD_E2E_DATA'] ?? '';
  const files = filesOfJourneys(data);
  if (!existsSync(files.process))
    throw new Error(`The shop of the journeys has ended by itself: see ${files.log}`);
  // The embedded database can be opened by one process at a time. Without draining, which SIGTERM has.
  process.kill(Number(readFileSync(files.process, 'utf8')), 'SIGINT');
  const hasEnded = () => Promise.resolve(!existsSync(files.process));
  await until(hasEnded, { what: 'the shop of the journeys has ended', ms: waitMs });

  const vins = Object.values(typedVins);
  const said = readFileSync(files.log, 'utf8').toLowerCase();
  const places = vins.filter((vin) => said.includes(vin.toLowerCase())).map((vin) => `log: ${vin}`);
  const database = await openExisting({ dataDir: data });
  try {
    // The search finds what is there: the demo's admin, also among the accounts, and what the shop says when it has started.
    const admins = await tablesWith(database.db, [demoAccounts.admin.email]);
    if (
      !admins.includes('identity.user') ||
      !admins.includes('public.users') ||
      !said.includes('"address":')
    )
      throw new Error('The search for VINs does not find what is there.');
    places.push(...(await tablesWith(database.db, vins)).map((table) => `table ${table}`));
  } finally {
    await database.close();
  }
  if (places.length > 0) throw new Error(`The shop has kept a VIN: ${places.join(', ')}`);
}
