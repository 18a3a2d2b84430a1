import type { ClientLoaderFunctionArgs } from 'react-router';
import type { User } from '#contract/users.ts';
import { prepareAdminCalls } from '#web/api/call.ts';
import { sharedAccount } from '#web/dashboard/account.ts';
import { sessionContext } from '#web/session/require-session.ts';

/** Whether the shop lets an account work here: the role alone is not enough (decisions: Identity). */
export function hasAdminPower({
  role,
  emailVerified,
  secondFactorDue,
  passwordTooCommon,
}: User): boolean {
  return (
    Boolean(role) && emailVerified && passwordTooCommon !== true && secondFactorDue?.passed !== true
  );
}

/**
 * Asks for what an admin page shows once it is known that an admin looks at it: nobody else's page makes calls that are refused.
 * Rejects for the others; the layout leads them away.
 */
export async function requireAdmin<Answer>(
  context: ClientLoaderFunctionArgs['context'],
  ask: () => Promise<Answer>,
): Promise<Answer> {
  prepareAdminCalls();
  const account = await sharedAccount(context.get(sessionContext).email);
  if (!hasAdminPower(account)) throw new Error('Only admins see this.');
  return ask();
}
