import {
  calls,
  type AnswerFor,
  type Api,
  type CallName,
  type InputFor,
  type Page,
} from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { generalErrors } from '#contract/general-errors.ts';
import { texts } from '#contract/texts.ts';
import { removeToken, usableToken } from './access-token.ts';
import { ApiError } from './api-error.ts';
import type { sendWithProgress } from './send-with-progress.ts';
import { toastError } from '#web/ui/toasts.tsx';

/** Options of one call. */
export interface CallOptions {
  /** Sent instead of the stored access token: the identity token of a sign-in. Its refusal is no 'Login Expired'. */
  readonly bearer?: string;
  /** One key per rendered form, or a kept one (kept-keys.ts): a double click or a retry does the thing once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Finishes even when the page is left. */
  readonly keepalive?: boolean;
  /** Upload progress, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** What narrows and sorts a list; what is empty is not sent, and each of several values is sent by itself. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
}

/** How long an answer of the identity service may take: every other call may wait for it. */
export const identityMs = 15_000;

/** Orders calls of customers: 401 and 403 alike end the session (Spec §8). */
const ordersCalls: ReadonlySet<CallName> = new Set<CallName>([
  'placeOrder',
  'listOrders',
  'listMyOrders',
  'exportMyOrders',
  'getOrder',
  'confirmPayment',
  'cancelOrder',
]);

const endings = new Set<() => void>();

/** Calls `listener` when the shop no longer accepts the access token; returns how to stop listening. */
export function onLoginExpired(listener: () => void): () => void {
  endings.add(listener);
  return () => void endings.delete(listener);
}

/** Makes one call of the contract over HTTP. Rejects with an `ApiError`. */
export async function call<N extends CallName>(
  name: N,
  input: InputFor<N>,
  options: CallOptions = {},
): Promise<AnswerFor<N>> {
  const { body } = await send(name, input, options);
  return body as AnswerFor<N>;
}

/** Fetches one page of a list and the cursor of the next. Rejects with an `ApiError`. */
export async function page<N extends CallName>(
  name: N,
  input: InputFor<N>,
  options: CallOptions = {},
): Promise<Page<AnswerFor<N>>> {
  const { body, response } = await send(name, input, options);
  return { rows: body as AnswerFor<N>, next: nextCursor(response.headers.get('link')) };
}

/** The calls that answer a file of a list. */
export type FileCall =
  | 'exportMyOrders'
  | 'exportOrders'
  | 'exportManagedParts'
  | 'exportUsers'
  | 'exportAudit';

/** The calls that answer another file. */
type OtherFileCall =
  | 'exportCatalogue'
  | 'exportCatalogueSheet'
  | 'exportImportFaults'
  | 'exportFigures'
  | 'exportBook'
  | 'getReturnPicture';

/** Fetches a file; the browser keeps what comes, piece by piece. Rejects with an `ApiError`. */
export async function download(
  name: FileCall | OtherFileCall,
  query: Query,
  params: Readonly<Record<string, string>> = {},
): Promise<Blob> {
  const response = await answered(name, { query, params }, {});
  // A file that breaks off is no file.
  return response.blob().catch(() => {
    throw unreachable();
  });
}

/** The shop's calls as a page in the browser makes them. */
export const browserApi: Api = { call, page };

async function send(
  name: CallName,
  input: Input,
  options: CallOptions,
): Promise<{ body: unknown; response: Response }> {
  const response = await answered(name, input, options);
  const body: unknown = await response.json().catch(() => undefined);
  if (body === undefined)
    throw new ApiError(response.status, 'internal', generalErrors.internal[1]);
  return { body, response };
}

/** Sends a call and answers what came when it was done; everything else is thrown. */
async function answered(name: CallName, input: Input, options: CallOptions): Promise<Response> {
  const endpoint = await endpointOf(name);
  const request = await requestOf(endpoint, input, options);
  const { onProgress } = options;
  const address = addressOf(endpoint.path, input);
  const response = await (
    onProgress ? withProgress(address, request, onProgress) : fetch(address, request)
  ).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw unreachable();
  });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  if (options.bearer === undefined && endsSession(name, endpoint, response.status)) loginExpired();
  throw ApiError.of(response.status, body);
}

/** How a call is made. What only admins call comes with the first of these (web/vite-calls.ts). */
async function endpointOf(name: CallName): Promise<Endpoint> {
  const usual: Partial<Record<CallName, Endpoint>> = calls;
  if (usual[name]) return usual[name];
  const { adminCalls } = await arrived(import('./admin-calls.ts'));
  return adminCalls[name];
}

/** Begins to load how admins' calls are made, before it is known that they are made. */
export function prepareAdminCalls(): void {
  void import('./admin-calls.ts').catch(() => undefined);
}

/** Few pages send files: what tells how far one is comes with the first. */
const withProgress: typeof sendWithProgress = async (...sending) =>
  (await import('./send-with-progress.ts')).sendWithProgress(...sending);

/** A file of the pages that is loaded when it is needed; rejects as a call without an answer does. */
export const arrived = <Module>(file: Promise<Module>): Promise<Module> =>
  file.catch(() => {
    throw unreachable();
  });

/** The error of a call without an answer. */
export function unreachable(): ApiError {
  return new ApiError(
    0,
    'network',
    'The shop cannot be reached. Please check the connection and try again.',
  );
}

async function requestOf(
  endpoint: Endpoint,
  input: Input,
  options: CallOptions,
): Promise<RequestInit & { headers: Headers }> {
  const headers = new Headers({ accept: 'application/json' });
  const { access } = endpoint;
  const token =
    options.bearer ?? (takesToken(endpoint) ? await usableToken(access === 'link') : undefined);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  const request: RequestInit & { headers: Headers } = { method: endpoint.method, headers };
  const signal =
    options.signal ??
    (endpoint.path.startsWith('/identity/') ? AbortSignal.timeout(identityMs) : undefined);
  if (signal) request.signal = signal;
  if (options.keepalive) request.keepalive = true;
  if (endpoint.upload !== undefined) {
    const form = new FormData();
    const files = endpoint.storeUpload ? input.body : { [endpoint.upload]: input.body };
    for (const [field, file] of Object.entries(files as Record<string, AnyFile>))
      form.set(field, blobOf(file));
    request.body = form;
  } else if (input.body !== undefined) {
    headers.set('content-type', 'application/json');
    request.body = JSON.stringify(input.body);
  }
  return request;
}

type AnyFile = Blob | Uint8Array<ArrayBuffer>;

/** A file of the browser's stays on its disk while it is sent. */
function blobOf(file: AnyFile): Blob {
  return file instanceof Blob ? file : new Blob([file]);
}

function addressOf(path: string, input: Input): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== '') query.append(name, String(one));
  }
  return `/api${filled}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/** Whether this answer means that the session is over (decisions: Identity). An outage never does. */
function endsSession(name: CallName, endpoint: Endpoint, status: number): boolean {
  if (ordersCalls.has(name)) return status === 401 || status === 403;
  return takesToken(endpoint) && endpoint.access !== 'link' && status === 401;
}

/** Open calls need no access token, and the identity service has its own session cookie. */
function takesToken({ access }: Endpoint): boolean {
  return access !== 'open' && access !== 'session';
}

function loginExpired(): void {
  removeToken();
  for (const ended of endings) ended();
  toastError(texts.loginExpired, { id: 'login-expired' });
}

/** The cursor of `Link: <…?cursor=…>; rel="next"`. */
function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '')?.[1];
  return target === undefined
    ? undefined
    : (new URL(target, 'http://shop').searchParams.get('cursor') ?? undefined);
}
