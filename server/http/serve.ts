import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { calls, type AnswerFor, type Api, type CallName, type Page } from '#contract/api.ts';
import type { Endpoint, HandlerInput } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { compiled } from './compiled.ts';
import { refuse } from './refusal.ts';
import { refuseVin } from './refuse-vin.ts';
import { bearerOf, hashToken, whoIs, type Bearer, type Customer, type Who } from './who.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Shop } from '#server/shop.ts';

type CallOf<N extends CallName> = (typeof calls)[N];

/** The callers a handler gets: with access `open` and `link` also guests. */
type WhoOf<E extends Endpoint> = E extends { readonly checksToken: true }
  ? Bearer
  : E extends { readonly identityToken: true }
    ? Who
    : E['access'] extends 'open' | 'link' | 'session'
      ? Who
      : Customer;

/** A call's headers and a way to set cookies; only the identity service uses them. */
export interface Browser {
  readonly headers: IncomingHttpHeaders;
  setCookies(lines: readonly string[]): void;
}

/** What a handler gets besides the call's input. */
export interface CallContext<W extends Who | Bearer = Who> {
  readonly who: W;
  /** The bearer token as sent, for calls that take an identity token. */
  readonly bearer: string | undefined;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | undefined;
  /** The network address of the caller; empty for a page rendered in this process. */
  readonly address: string;
  /** The request's id in the log. */
  readonly requestId: string;
  readonly browser: Browser;
}

/** What the handler of a call is given. */
export type Asked<N extends CallName> = HandlerInput<CallOf<N>> & CallContext<WhoOf<CallOf<N>>>;

type Result<N extends CallName> =
  CallOf<N> extends { readonly paged: true }
    ? Page<AnswerFor<N>>
    : CallOf<N> extends { readonly csv: true } | { readonly sheet: true }
      ? AsyncIterable<string | Uint8Array>
      : CallOf<N> extends { readonly picture: true }
        ? Uint8Array
        : AnswerFor<N>;

/** The handlers of some calls. Their input is checked; their answers are checked too. */
export type Handlers<N extends CallName = CallName> = {
  readonly [K in N]: (input: Asked<K>) => Promise<Result<K>>;
};

/** A call as it arrived, unchecked. */
interface RawCall {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Reads the file of an upload; called after the access check, which no upload leaves to its handler. */
  readonly file?: () => Promise<unknown>;
  readonly authorization?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly address: string;
  readonly requestId: string;
  readonly browser: Browser;
}

/** A checked answer, and for a list the cursor of the next page; or the pieces of a file. */
export interface Outcome {
  readonly answer: unknown;
  readonly next: string | undefined;
}

/** Runs one call: checks access, if its handler does not, and input, runs the handler, checks the answer. Rejects with a `Refusal` for every expected error. */
export async function perform(
  shop: Shop,
  handlers: Partial<Handlers>,
  name: CallName,
  raw: RawCall,
): Promise<Outcome> {
  const call: Endpoint = calls[name];
  const bearer = bearerOf(raw.authorization);
  const isLeftToHandler = leavesTokenToHandler(call) && bearer !== undefined;
  const check = () => checkedCaller(shop, name, raw, bearer);
  const who: Who | Bearer = isLeftToHandler
    ? { kind: 'bearer', tokenHash: hashToken(bearer) }
    : await check();
  const { params, query, body } = await inputOf(call, raw).catch(async (refusal: unknown) => {
    // Whoever may not make the call is told that first.
    if (isLeftToHandler) await check();
    throw refusal;
  });
  if (call.access === 'self' && who.kind === 'customer')
    isSelf(call, who, { ...asObject(query), ...asObject(params) });
  const handler = handlers[name] as ((input: unknown) => Promise<unknown>) | undefined;
  if (handler === undefined) refuse('not_found');
  const { idempotencyKey, address, requestId, browser } = raw;
  const result = await handler({
    params,
    query,
    body,
    who,
    bearer,
    idempotencyKey,
    address,
    requestId,
    browser,
  });
  if (call.csv || call.sheet || call.picture) return { answer: result, next: undefined };
  const answer = compiled(call.answer);
  if (!call.paged) return { answer: z.parse(answer, result), next: undefined };
  const page = result as Page<unknown>;
  return { answer: z.parse(answer, page.rows), next: page.next };
}

/** Who makes a call that they may make. Refuses as `mayCall`, and writes down whoever tries an admin's call. */
async function checkedCaller(
  shop: Shop,
  name: CallName,
  { address, requestId }: RawCall,
  bearer: string | undefined,
): Promise<Who> {
  const call: Endpoint = calls[name];
  const isOther = call.identityToken === true && looksLikeIdentityToken(bearer);
  const who = await whoIs(shop, isOther ? undefined : bearer);
  if (call.access === 'admin' && who.kind === 'customer' && !who.isAdmin)
    await recordSecurityEvent(shop, {
      kind: 'admin_call_refused',
      userId: who.userId,
      from: { address, requestId },
      details: { call: name },
    });
  mayCall(call, who, bearer);
  return who;
}

/** The checked input of a call. Refuses what does not fit. */
async function inputOf(call: Endpoint, raw: RawCall) {
  const params = taken(call.params, raw.params ?? {}, call.missing ?? 'not_found');
  const query = taken(call.query, raw.query ?? {}, call.missing ?? 'invalid_input');
  refuseVin(query);
  const body = taken(
    call.body,
    (await raw.file?.()) ?? raw.body ?? {},
    call.invalid ?? 'invalid_input',
  );
  return { params, query, body };
}

/** The API for rendering pages on the server: in-process, as a guest. */
export function inProcessApi(shop: Shop, handlers: Partial<Handlers>): Api {
  const page = async (name: CallName, input: unknown) => {
    const { answer, next } = await perform(shop, handlers, name, {
      ...(input as Pick<RawCall, 'params' | 'query' | 'body'>),
      address: '',
      requestId: '',
      browser: { headers: {}, setCookies: () => undefined },
    });
    return { rows: answer, next };
  };
  return {
    call: async (name, input) => (await page(name, input)).rows as never,
    page: async (name, input) => (await page(name, input)) as never,
  };
}

/** Only where a valid token is all that the access asks for, and no file is read before it is known. */
function leavesTokenToHandler({ checksToken, access, upload }: Endpoint): boolean {
  return checksToken === true && access === 'customer' && upload === undefined;
}

/** An access token is opaque; an identity token is a JWS of three parts. */
function looksLikeIdentityToken(bearer: string | undefined): boolean {
  return bearer !== undefined && bearer.split('.').length === 3;
}

function mayCall(call: Endpoint, who: Who, bearer: string | undefined): void {
  // With `session`, the identity service checks its own session.
  if (['open', 'link', 'session'].includes(call.access)) return;
  if (who.kind === 'guest') {
    if (call.identityToken && looksLikeIdentityToken(bearer)) return;
    refuse(who.expired ? 'session_expired' : 'sign_in_required');
  }
  if (call.access === 'admin' && !who.isAdmin) refuse('not_allowed');
}

function isSelf(call: Endpoint, who: Customer, named: Record<string, unknown>): void {
  if (named['email'] === who.email || (call.adminToo === true && who.isAdmin)) return;
  refuse('not_allowed');
}

function taken(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  otherwise: ErrorCode | NonNullable<Endpoint['invalid']>,
): unknown {
  if (schema === undefined) return undefined;
  const parsed = z.safeParse(compiled(schema), value);
  if (parsed.success) return parsed.data;
  if (typeof otherwise === 'function') refuse(otherwise(parsed.error.issues));
  const issues = parsed.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }));
  refuse(otherwise, otherwise === 'invalid_input' ? { details: { issues } } : {});
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
