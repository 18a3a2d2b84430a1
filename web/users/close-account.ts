import { isEmail } from '#contract/text-rules.ts';
import { texts } from '#contract/texts.ts';
import { usableToken } from '#web/api/access-token.ts';
import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts';
import { call, type CallOptions } from '#web/api/call.ts';
import { tryStorage } from '#web/api/storage.ts';
import { paths } from '#web/paths.ts';
import { endIdentitySession } from '#web/session/identity.ts';
import { forgetSession } from '#web/session/session.ts';
import { typedText } from '#web/ui/typed-text.ts';

/** The outcome of 'Close the account'. */
export type ClosingOutcome =
  | { readonly kind: 'closed' }
  | { readonly kind: 'invalid'; readonly errors: { readonly typedEmail: string } };

const mistyped = 'This is not the e-mail address of this account.';

/** Replaces refusals whose own sentence is about one order, or does not say what to do next. */
const sentences: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  invalid_input: mistyped,
  orders_open:
    'A paid order has not been shipped yet. You can close the account when it has, or when its money went back.',
  last_admin: 'You are the last admin. Make somebody else an admin first.',
  order_being_paid:
    'A payment of one of your orders is under way. Please try again in a few minutes.',
  cards_unavailable:
    'An unpaid order cannot be cancelled, because the card provider does not answer. Please try again in a moment.',
};

const noAnswer =
  'No answer came, so the account may be closed already. Please press the button again.';

/** The account of the last request that got no answer. */
let unanswered: string | undefined;

/** Takes the step 'close'; undefined when the form is for another step. */
export async function takeClosingStep(form: FormData): Promise<ClosingOutcome | undefined> {
  if (typedText(form, 'step') !== 'close') return undefined;
  const typedEmail = typedText(form, 'typedEmail');
  if (typedEmail.trim() === '') return refused(texts.emailRequired);
  if (!isEmail(typedEmail)) return refused(mistyped);
  const email = typedText(form, 'email');
  try {
    await call(
      'closeAccount',
      { params: { email }, body: { typedEmail } },
      await afterSilence(email),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A refused token means that the request without an answer had closed the account.
    if (unanswered !== email || error.status !== 401) return notClosed(error, email);
  }
  leave();
  return { kind: 'closed' };
}

/** After a request without an answer the token is passed explicitly, so that its refusal does not show 'Login Expired'. */
async function afterSilence(email: string): Promise<CallOptions> {
  const bearer = unanswered === email ? await usableToken() : undefined;
  return bearer === undefined ? {} : { bearer };
}

function notClosed(error: ApiError, email: string): ClosingOutcome {
  const refusal = error.status >= 400 && (error.status < 500 || error.code === 'cards_unavailable');
  unanswered = refusal ? undefined : email;
  return refused(refusal ? (sentences[error.code] ?? error.message) : noAnswer);
}

function refused(typedEmail: string): ClosingOutcome {
  return { kind: 'invalid', errors: { typedEmail } };
}

/** Signs out in every tab and drops unsent drafts. */
function leave(): void {
  forgetSession();
  tryStorage(() => sessionStorage.clear());
  // The session has ended already; this removes what the browser keeps of it.
  void endIdentitySession()
    .catch(() => undefined)
    // A page load, so that nothing of the account stays in memory.
    .finally(() => location.replace(paths.accountClosed));
}
