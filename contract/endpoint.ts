import * as z from 'zod/mini';
import { errors, type ErrorCode } from './errors.ts';

/**
 * Who may make a call. `link`: anybody with the unguessable id. `self`: the account that the path or query names.
 * `owner`: the customer who owns the row, or an admin. `session`: a browser with a session cookie of the identity service.
 */
export type Access = 'open' | 'link' | 'customer' | 'self' | 'owner' | 'admin' | 'session';

/** Why a value does not fit its schema. */
export interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
}

type Told = Readonly<Partial<Record<ErrorCode, readonly [status: number, message: string]>>>;

/** One call of the API, for server and browser alike. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters in braces as the specification writes them: `/parts/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** With `self`: admins may make the call for others. */
  readonly adminToo?: true;
  /** The bearer token may also be a fresh identity token. */
  readonly identityToken?: true;
  /** With `customer`, and not of an upload: the handler checks the access token, in one round trip with what it locks. */
  readonly checksToken?: true;
  readonly params?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  /** What a request costs, in points of its network's budget (docs/decisions/0017); default: 1. */
  readonly price?: number;
  /** How many bytes the body may have; default: 256 KiB. */
  readonly largestBody?: number;
  /** The body is multipart form data; its one file, in the field of this name, becomes the body's bytes. */
  readonly upload?: string;
  /** The uploaded file may be large: it is stored while it arrives, and the body says by the field where it is. */
  readonly storeUpload?: true;
  /** With it another file may be stored, in the field of this name. */
  readonly secondUpload?: string;
  readonly answer: z.core.$ZodType;
  /** The answer is a download with this file name. */
  readonly download?: string;
  /** The answer is a CSV file (RFC 4180, UTF-8) and is sent while it is read: no list of it is ever whole in memory. */
  readonly csv?: true;
  /** The answer is an XLSX file, sent like a CSV file. */
  readonly sheet?: true;
  /** The answer is a picture (WebP) that only the caller may keep. */
  readonly picture?: true;
  /** The status of success; default: 200. */
  readonly status?: 201;
  /** The rows are one page of a list, newest first; a `Link: rel="next"` header names the next page. */
  readonly paged?: true;
  /** The same for everyone: cacheable, with an ETag. */
  readonly cacheable?: true;
  /** The refusal when a path parameter cannot be valid. */
  readonly missing?: ErrorCode;
  /** The refusal for an invalid body; default: `invalid_input`. */
  readonly invalid?: (issues: readonly Issue[]) => ErrorCode;
  /** Refusals for which this call has another status and sentence than the list of errors. */
  readonly told?: Told;
  /** The specification's falsy fields, which every refusal of this call has. */
  readonly refused?: Readonly<Record<string, unknown>>;
  /** All refusals besides `missing` and those of access and input. */
  readonly errors?: readonly ErrorCode[];
}

/** What every list has in common. */
export function listOf<Row extends z.core.$ZodType>(row: Row) {
  return { method: 'GET', answer: z.array(row), paged: true } as const;
}

/** The status and sentence of a refusal of a call. */
export function refusalOf({ told }: { readonly told?: Told }, code: ErrorCode) {
  return told?.[code] ?? errors[code];
}

type Part = 'params' | 'query' | 'body';

/** A file as browsers and Node have it: a `Blob`. */
interface AnyFile {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** What a caller of this endpoint passes, before parsing; files that are stored while they arrive as they are, by their fields. */
export type CallInput<E extends Endpoint> = {
  readonly [P in keyof E & Part]: [E, P] extends [{ readonly storeUpload: true }, 'body']
    ? Readonly<Record<string, AnyFile>>
    : z.core.input<NonNullable<E[P]>>;
};

/** What the handler of this endpoint receives, after parsing. */
export type HandlerInput<E extends Endpoint> = {
  readonly [P in keyof E & Part]: z.core.output<NonNullable<E[P]>>;
};

/** What a caller of this endpoint receives. */
export type CallAnswer<E extends Endpoint> = z.core.output<E['answer']>;
