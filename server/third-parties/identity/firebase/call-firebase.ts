import * as z from 'zod/mini';
import { refuse } from '#server/http/refusal.ts';

/** Answers and key sets have a few kilobytes. */
const mostBytes = 256 * 1024;

/** How the shop talks to Firebase. */
export interface Wire {
  /** Milliseconds until an answer counts as none. */
  readonly patienceMs: number;
  /** Called when an answer is of no use. */
  readonly onFailure: () => void;
}

/** A usable answer: what was asked for, or the reason why it was refused, such as `USER_NOT_FOUND`. */
export type FirebaseAnswer = { readonly body: unknown } | { readonly refused: string };

const Refused = z.object({ error: z.object({ message: z.string() }) });

/** Fetches with a time limit and a limit of the answer's size, and follows no redirect. Errors do not name the address, which holds a key. */
export async function boundedFetch(
  { patienceMs }: Pick<Wire, 'patienceMs'>,
  address: string,
  init: RequestInit = {},
): Promise<Response> {
  const signal = AbortSignal.timeout(patienceMs);
  const response = await fetch(address, { ...init, redirect: 'error', signal });
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new TypeError(`The answer is longer than ${mostBytes} bytes.`);
    pieces.push(piece);
  }
  const { status, headers } = response;
  return new Response(Buffer.concat(pieces), { status, headers });
}

/** Calls Firebase. Refuses with `unavailable` unless it answers with JSON, or refuses with a reason. */
export async function callFirebase(
  wire: Wire,
  address: string,
  init: RequestInit,
): Promise<FirebaseAnswer> {
  const answer = await boundedFetch(wire, address, { method: 'POST', ...init }).catch(
    (error: unknown) => fail(wire, `could not be reached (${codeOf(error)})`),
  );
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.status === 200 && typeof body === 'object' && body !== null) return { body };
  const refused = z.safeParse(Refused, body);
  // Such as 'WEAK_PASSWORD : Password should be at least 6 characters'.
  const reason = refused.success ? (/^[A-Z_]+(?=$| :)/.exec(refused.data.error.message) ?? []) : [];
  if (answer.status === 400 && reason[0] !== undefined) return { refused: reason[0] };
  return fail(wire, `answered ${answer.status} without a usable answer`);
}

/** Counts an answer of no use, and refuses with `unavailable`; the log has the reason. */
export function fail({ onFailure }: Wire, why: string): never {
  onFailure();
  return refuse('unavailable', { cause: new Error(`Firebase ${why}.`) });
}

/** The code of a failed connection, without its address. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  if (typeof cause?.code === 'string') return cause.code;
  return error instanceof Error ? error.name : 'unknown';
}
