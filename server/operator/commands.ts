import { factorRemark } from '#server/http/admin-factor.ts';
import { clearMoved } from '#server/db/shop-facts.ts';
import { rebuildSums } from '#server/figures/sum-up.ts';
import { resetFactor } from '#server/reset-factor.ts';
import type { Shop } from '#server/shop.ts';
import {
  byOperator,
  grantAdmin,
  revokeAdmin,
  type RoleContext,
  type AdminOutcome,
} from '#server/users/admins.ts';
import { listAdmins } from '#server/users/store.ts';

/** The output of a command, and whether it failed. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly failed: boolean;
}

/** What commands need of the shop, which may be stopped. */
type Context = RoleContext & Pick<Shop, 'adminFactorGraceDays'>;

/** A parsed command. The running shop executes it, or the command line on the database of a stopped shop. */
export type Command = (context: Context) => Promise<CommandOutput>;

interface NamedCommand {
  /** Its argument. */
  readonly takes?: 'EMAIL';
  run(context: Context, given: string): Promise<CommandOutput>;
}

const sentences: Record<AdminOutcome, (email: string) => string> = {
  granted: (email) => `${email} is an admin now.`,
  'granted-unverified': (email) =>
    `${email} is an admin as soon as the e-mail address is confirmed.`,
  revoked: (email) => `${email} is no longer an admin.`,
  unchanged: (email) => `Nothing to do for ${email}.`,
  unknown: (email) => `There is no account with the address ${email}. Register it first.`,
  'last-admin': (email) =>
    `${email} is the last admin with power and stays one. Grant somebody else first.`,
};

const failures: ReadonlySet<AdminOutcome> = new Set(['unknown', 'last-admin']);

const commands: Readonly<Record<string, NamedCommand>> = {
  grant: { takes: 'EMAIL', run: (context, email) => changeRole(grantAdmin, context, email) },
  revoke: { takes: 'EMAIL', run: (context, email) => changeRole(revokeAdmin, context, email) },
  list: { run: showAdmins },
  'reset-factor': { takes: 'EMAIL', run: resetFactor },
  'declare-only': { run: declareOnly },
  'rebuild-sums': { run: rebuild },
};

export const usage = `Usage: npm run admin -- ${Object.entries(commands)
  .map(([name, { takes }]) => (takes === undefined ? name : `${name} ${takes}`))
  .join(' | ')} | rotate-secret | accept-new-secret | adopt live`;

/** Parses a command; undefined when there is none like it. */
export function parseCommand([name = '', ...given]: readonly string[]): Command | undefined {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || given.length !== (command.takes === undefined ? 0 : 1))
    return undefined;
  return (context) => command.run(context, given[0] ?? '');
}

/** Lets a database that was restored or copied refund by itself again. */
async function declareOnly({ db }: Context): Promise<CommandOutput> {
  const wasMoved = await clearMoved(db);
  const line = wasMoved
    ? 'This database is the only one of its shop now: what is due is given back within two minutes. No other database of this shop may be in use.'
    : 'This database is the only one of its shop already.';
  return { lines: [line], failed: false };
}

/** For figures that disagree with the orders: the doctor says so. */
async function rebuild(context: Context): Promise<CommandOutput> {
  const days = await rebuildSums(context);
  return {
    lines: [`The sums of ${days} days are made anew.`],
    failed: false,
  };
}

async function changeRole(
  change: typeof grantAdmin,
  context: RoleContext,
  typed: string,
): Promise<CommandOutput> {
  const email = typed.normalize('NFC').trim().toLowerCase();
  const outcome = await change(context, email, byOperator);
  return { lines: [sentences[outcome](email)], failed: failures.has(outcome) };
}

async function showAdmins({ db, clock, adminFactorGraceDays }: Context): Promise<CommandOutput> {
  const admins = await listAdmins(db);
  const lines = admins.map((admin) => {
    const why = [
      ...(admin.email_verified ? [] : ['address not confirmed']),
      ...(admin.blocked_at === null ? [] : ['blocked']),
      ...(admin.common_password ? ['common password'] : []),
    ];
    const remark =
      why.length > 0
        ? `${why.join(', ')}: no power`
        : factorRemark(admin, adminFactorGraceDays, clock.now());
    return `${admin.email}  ${admin.name}${remark === undefined ? '' : `  (${remark})`}`;
  });
  return { lines: lines.length === 0 ? ['There is no admin yet.'] : lines, failed: false };
}
