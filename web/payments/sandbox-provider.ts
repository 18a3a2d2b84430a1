import type { CardDigits } from './card-fields.ts';
import { unusableAnswer, type Billing, type Confirmation } from './card-provider.ts';

/** A question of the bank before it decides (3-D Secure). */
export interface Question {
  readonly ok: undefined;
}

/** Where the sandbox is, and the key that names the shop there. */
export interface Sandbox {
  readonly address: string;
  readonly publishableKey: string;
}

/** An intent of the sandbox; the client secret allows to pay it. */
interface SandboxIntent extends Sandbox {
  readonly clientSecret: string;
}

/** Sends the card; the answer may be the bank's question. */
export function confirmCard(
  intent: SandboxIntent,
  card: CardDigits,
  billing: Billing,
): Promise<Confirmation | Question> {
  return send(intent, 'confirm', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': card.expiry.slice(0, 2),
    'payment_method_data[card][exp_year]': card.expiry.slice(2),
    'payment_method_data[card][cvc]': card.cvc,
    'payment_method_data[billing_details][name]': billing.name,
    'payment_method_data[billing_details][email]': billing.email,
  });
}

/** Sends the buyer's answer to the bank. */
export async function answerQuestion(
  intent: SandboxIntent,
  outcome: 'succeeded' | 'failed',
): Promise<Confirmation> {
  const answer = await send(intent, 'authenticate', { outcome });
  return answer.ok === undefined ? unusableAnswer : answer;
}

const unreachable = {
  ok: false,
  code: 'network',
  message: 'The card provider cannot be reached. Please check the connection and try again.',
} as const satisfies Confirmation;

async function send(
  { address, publishableKey, clientSecret }: SandboxIntent,
  step: 'confirm' | 'authenticate',
  fields: Record<string, string>,
): Promise<Confirmation | Question> {
  const [id = ''] = clientSecret.split('_secret_');
  const body = new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    ...fields,
  });
  const response = await fetch(`${address}/payment_intents/${encodeURIComponent(id)}/${step}`, {
    method: 'POST',
    body,
  }).catch(() => undefined);
  if (response === undefined) return unreachable;
  const answer = (await response.json().catch(() => ({}))) as {
    id?: string;
    status?: string;
    error?: { code?: string; message?: string };
  };
  if (typeof answer.error?.message === 'string')
    return { ok: false, code: answer.error.code ?? 'api_error', message: answer.error.message };
  if (answer.status === 'requires_action') return { ok: undefined };
  return answer.status === 'succeeded' && typeof answer.id === 'string'
    ? { ok: true, id: answer.id }
    : unusableAnswer;
}
