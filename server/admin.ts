// `npm run admin -- grant EMAIL | revoke EMAIL | list | adopt live`: who runs the shop, decided by whoever owns the machine.
import { adoptLive } from '#server/adopt-live.ts';
import { systemClock } from '#server/clock.ts';
import { configFrom } from '#server/config.ts';
import { openExisting, openWhatIsThere } from '#server/db/open-existing.ts';
import { shopLogger } from '#server/log.ts';
import type { Database } from '#server/shop.ts';
import { startFault } from '#server/start-fault.ts';
import { byOperator, grantAdmin, revokeAdmin, type AdminOutcome } from '#server/users/admins.ts';
import { listAdmins } from '#server/users/store.ts';

const usage = 'Usage: npm run admin -- grant EMAIL | revoke EMAIL | list | adopt live';

const sentences: Record<AdminOutcome, (email: string) => string> = {
  granted: (email) => `${email} is an admin now.`,
  'granted-unverified': (email) => `${email} is an admin as soon as the e-mail address is confirmed.`,
  revoked: (email) => `${email} is no longer an admin.`,
  unchanged: (email) => `Nothing to do for ${email}.`,
  unknown: (email) => `There is no account with the address ${email}. Register it first.`,
  'last-admin': (email) => `${email} is the last admin and stays one. Grant somebody else first.`,
};

const failures: ReadonlySet<AdminOutcome> = new Set(['unknown', 'last-admin']);

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const fault = startFault(error);
  if (fault === undefined) throw error;
  console.error(fault);
  process.exitCode = 1;
}

async function run([command, address, ...rest]: string[]): Promise<number> {
  const adopts = command === 'adopt' && address === 'live';
  const wantsAddress = adopts || command === 'grant' || command === 'revoke';
  if (rest.length > 0 || (!wantsAddress && command !== 'list') || wantsAddress !== (address !== undefined)) {
    console.error(usage);
    return 2;
  }
  const config = configFrom(process.env);
  const home = { ...(config.databaseUrl === undefined ? {} : { url: config.databaseUrl }), dataDir: config.dataDir };
  // A database from before is adopted before the shop that would migrate it can open it.
  const database = await (adopts ? openWhatIsThere(home) : openExisting(home));
  try {
    if (adopts) return await adoptLive(database.db, console.log).then(() => 0);
    return address === undefined
      ? await printAdmins(database.db)
      : await change(database.db, command === 'grant' ? grantAdmin : revokeAdmin, address);
  } finally {
    await database.close();
  }
}

async function printAdmins(db: Database): Promise<number> {
  const admins = await listAdmins(db);
  if (admins.length === 0) console.log('There is no admin yet.');
  for (const admin of admins)
    console.log(`${admin.email}  ${admin.name}${admin.email_verified ? '' : '  (address not confirmed: no power yet)'}`);
  return 0;
}

async function change(db: Database, command: typeof grantAdmin, address: string): Promise<number> {
  const email = address.normalize('NFC').trim().toLowerCase();
  const desk = { db, clock: systemClock, log: shopLogger('silent'), networkHash: () => undefined };
  const outcome = await command(desk, email, byOperator);
  if (failures.has(outcome)) console.error(sentences[outcome](email));
  else console.log(sentences[outcome](email));
  return failures.has(outcome) ? 1 : 0;
}
