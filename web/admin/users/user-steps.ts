import { texts } from '#contract/texts.ts';
import type { User } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.tsx';

/** What an admin may do with somebody else's account. */
export type UserStep = 'make-admin' | 'revoke-admin' | 'block' | 'unblock' | 'end-sessions';

/** How a step is asked about, carried out and told of. */
interface StepAtUser {
  /** On its button. */
  readonly button: string;
  readonly title: string;
  readonly question: string;
  /** Nothing is lost by it. */
  readonly isHarmless?: true;
  readonly call: 'makeAdmin' | 'revokeAdmin' | 'blockUser' | 'unblockUser' | 'endUserSessions';
  /** Of the toast. */
  readonly done: string;
  /** Begins the sentence of a refusal. */
  readonly notDone: string;
}

/** The steps by their names; the words of the first stand in Spec §2 and §8. */
export const userSteps: Readonly<Record<UserStep, StepAtUser>> = {
  'make-admin': {
    button: texts.makeAdmin,
    title: texts.confirmMakeAdminTitle,
    question: texts.confirmMakeAdminQuestion,
    isHarmless: true,
    call: 'makeAdmin',
    done: texts.adminAssigned,
    notDone: 'Not made an admin.',
  },
  'revoke-admin': {
    button: 'Remove admin',
    title: 'Remove the admin role?',
    question: 'The account stays a customer and loses every admin page at once.',
    call: 'revokeAdmin',
    done: 'The admin role is removed.',
    notDone: 'Still an admin.',
  },
  block: {
    button: 'Block',
    title: 'Block this account?',
    question:
      'It is signed out at once and cannot sign in again until somebody unblocks it. Its unpaid orders are cancelled and their pieces go back on sale; paid orders go on.',
    call: 'blockUser',
    done: 'The account is blocked.',
    notDone: 'Not blocked.',
  },
  unblock: {
    button: 'Unblock',
    title: 'Unblock this account?',
    question: 'Whoever has its password can sign in again.',
    isHarmless: true,
    call: 'unblockUser',
    done: 'The account is unblocked.',
    notDone: 'Still blocked.',
  },
  'end-sessions': {
    button: 'Sign out',
    title: 'Sign this account out everywhere?',
    question: 'It is signed out in every browser. Whoever has its password can sign in again.',
    call: 'endUserSessions',
    done: 'The account is signed out everywhere.',
    notDone: 'Not signed out.',
  },
};

/** The steps that an account's row offers, in the order of their buttons. */
export function stepsFor({ role, blockedAt }: User): readonly UserStep[] {
  const roleStep = role ? 'revoke-admin' : 'make-admin';
  return blockedAt === null ? [roleStep, 'block', 'end-sessions'] : [roleStep, 'unblock'];
}

/** Takes a step and says so; that only admins make admins has words of its own (Spec §8). */
export async function takeUserStep(step: UserStep, email: string): Promise<StepOutcome> {
  const { call: name, done, notDone } = userSteps[step];
  const outcome = await takeStep(() => call(name, { params: { email } }), email, notDone);
  if (outcome.kind === 'done') toastSuccess(done);
  if (outcome.kind !== 'forbidden' || step !== 'make-admin') return outcome;
  toastError(texts.onlyAdmins);
  return { ...outcome, sentence: texts.onlyAdmins };
}
