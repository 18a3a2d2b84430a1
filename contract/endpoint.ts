import type * as z from 'zod/mini';
import { errors, type ErrorCode } from './errors.ts';

/**
 * Who may make a call. `link`: whoever holds the unguessable id. `self`: the account the path or query names.
 * `owner`: the customer whose row it is, or an admin. `session`: whose browser is signed in at the identity service, by its cookie.
 */
export type Access = 'open' | 'link' | 'customer' | 'self' | 'owner' | 'admin' | 'session';

/** What a schema does not like of a value. */
export interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
}

type Told = Readonly<Partial<Record<ErrorCode, readonly [status: number, message: string]>>>;

/** What one call is: both sides read this and nothing else. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters in braces as the specification writes them: `/parts/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** With `self`: admins may make the call for others. */
  readonly adminToo?: true;
  /** The bearer may also be a fresh identity token of the authentication service. */
  readonly identityToken?: true;
  readonly params?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  /** The body is multipart form data; its one file, in the field of this name, becomes the body's bytes. */
  readonly upload?: string;
  readonly answer: z.core.$ZodType;
  /** The answer is a file to keep, under this name. */
  readonly download?: string;
  /** The status of a done call; 200 when not given. */
  readonly status?: 201;
  /** The rows are one page of a list, newest first; a `Link: rel="next"` header names the next page. */
  readonly paged?: true;
  /** Same for everyone: may be stored by caches and is answered with an ETag. */
  readonly cacheable?: true;
  /** The refusal when a path parameter cannot be one of ours. */
  readonly missing?: ErrorCode;
  /** The refusal for a body that is not valid; `invalid_input` when not given. */
  readonly invalid?: (issues: readonly Issue[]) => ErrorCode;
  /** Refusals that this call tells with another status and sentence than the list's. */
  readonly told?: Told;
  /** The specification's own falsy fields, added to every refusal of this call. */
  readonly refused?: Readonly<Record<string, unknown>>;
  /** Every refusal this call may give beyond those of its access and its input. */
  readonly errors: readonly ErrorCode[];
}

/** Keeps an endpoint's exact types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** The status and the sentence that a refusal of a call travels with. */
export function refusalOf({ told }: { readonly told?: Told }, code: ErrorCode) {
  return told?.[code] ?? errors[code];
}

type InputOf<S> = S extends z.core.$ZodType ? z.core.input<S> : undefined;
type OutputOf<S> = S extends z.core.$ZodType ? z.core.output<S> : undefined;
type Slot<E, K extends 'params' | 'query' | 'body'> = K extends keyof E ? E[K] : undefined;

type Given<E, K extends 'params' | 'query' | 'body'> =
  Slot<E, K> extends z.core.$ZodType ? { readonly [P in K]: InputOf<Slot<E, K>> } : unknown;

/** What a caller of this endpoint hands over, as the schemas take it. */
export type CallInput<E extends Endpoint> = Given<E, 'params'> &
  Given<E, 'query'> &
  Given<E, 'body'>;

type Parsed<E, K extends 'params' | 'query' | 'body'> =
  Slot<E, K> extends z.core.$ZodType ? { readonly [P in K]: OutputOf<Slot<E, K>> } : unknown;

/** What the handler of this endpoint receives, checked. */
export type HandlerInput<E extends Endpoint> = Parsed<E, 'params'> &
  Parsed<E, 'query'> &
  Parsed<E, 'body'>;

/** What a caller of this endpoint receives. */
export type CallAnswer<E extends Endpoint> = z.core.output<E['answer']>;
