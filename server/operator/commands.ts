import { factorRemark } from '#server/http/admin-factor.ts';
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

/** What a command says, line by line, and whether it did not do what was asked. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly failed: boolean;
}

/** What commands work with: less than a shop, for it may be stopped. */
type Desk = RoleContext & Pick<Shop, 'adminFactorGraceDays'>;

/** A command as somebody typed it, ready to run: by the running shop, or on the database of one that is stopped. */
export type Command = (desk: Desk) => Promise<CommandOutput>;

interface NamedCommand {
  /** What has to follow its name. */
  readonly takes?: 'EMAIL';
  run(desk: Desk, given: string): Promise<CommandOutput>;
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
  grant: { takes: 'EMAIL', run: (desk, email) => change(grantAdmin, desk, email) },
  revoke: { takes: 'EMAIL', run: (desk, email) => change(revokeAdmin, desk, email) },
  list: { run: (desk) => tellAdmins(desk) },
  'reset-factor': { takes: 'EMAIL', run: (desk, email) => takeFactorOff(desk, email) },
};

/** How the commands are typed. */
export const usage = `Usage: npm run admin -- ${Object.entries(commands)
  .map(([name, { takes }]) => (takes === undefined ? name : `${name} ${takes}`))
  .join(' | ')} | adopt live`;

/** The command somebody typed, ready to run; undefined when there is none like it. */
export function parseCommand([name = '', ...given]: readonly string[]): Command | undefined {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || given.length !== (command.takes === undefined ? 0 : 1))
    return undefined;
  return (desk) => command.run(desk, given[0] ?? '');
}

async function change(
  step: typeof grantAdmin,
  desk: RoleContext,
  typed: string,
): Promise<CommandOutput> {
  const email = typed.normalize('NFC').trim().toLowerCase();
  const outcome = await step(desk, email, byOperator);
  return { lines: [sentences[outcome](email)], failed: failures.has(outcome) };
}

async function tellAdmins({ db, clock, adminFactorGraceDays }: Desk): Promise<CommandOutput> {
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

async function takeFactorOff(desk: Desk, typed: string): Promise<CommandOutput> {
  const { line, failed } = await resetFactor(desk, typed);
  return { lines: [line], failed };
}
