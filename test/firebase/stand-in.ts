import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { StandInAccounts } from './accounts.ts';
import { answersOf, type Fields } from './calls.ts';
import { Refused } from './refused.ts';
import { StandInTokens } from './tokens.ts';

/** Handles one request in place of the service. */
export type WireFault = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A stand-in for Firebase Auth, made from its public description: the REST calls of browsers and servers under the emulator's
 * paths, the emulator's list of mailed codes, and Google's key set. Its tokens are the emulator's, or signed as Firebase's.
 */
export interface FirebaseStandIn {
  /** Of its paths, such as `/identitytoolkit.googleapis.com/v1/accounts:lookup`. */
  readonly origin: string;
  readonly projectId: string;
  readonly accounts: StandInAccounts;
  readonly tokens: StandInTokens;
  /** The requests, as `POST accounts:lookup`. */
  readonly asked: string[];
  /** Faults of the next requests, in order. */
  readonly faults: WireFault[];
  /** Moves its clock. */
  advance(ms: number): void;
  close(): Promise<void>;
}

export const keysPath = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

/** Listens on a free port of this machine. */
export async function listenAsFirebase({
  projectId = 'demo-underhood',
  signed = false,
  port = 0,
}: { projectId?: string; signed?: boolean; port?: number } = {}): Promise<FirebaseStandIn> {
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const accounts = new StandInAccounts(now);
  const tokens = new StandInTokens(projectId, now);
  if (signed) await tokens.rotateKey();
  const asked: string[] = [];
  const faults: WireFault[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in.invalid');
    if (request.method === 'OPTIONS') return void allow(request, response).writeHead(204).end();
    asked.push(`${request.method} ${url.pathname.replace(/^.*\/v[12]\//, '')}`);
    const fault = faults.shift();
    if (fault !== undefined) return fault(request, response);
    answer(request, url, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answers = answersOf({ accounts, tokens, projectId, origin });

  async function answer(request: IncomingMessage, url: URL, response: ServerResponse) {
    const raw = await text(request);
    allow(request, response).setHeader('content-type', 'application/json; charset=utf-8');
    try {
      if (url.pathname === keysPath) {
        response.setHeader('cache-control', 'public, max-age=20000');
        return void response.end(JSON.stringify(tokens.keySet()));
      }
      const call = { what: `${request.method} ${url.pathname}`, query: url.searchParams };
      const isOwner = request.headers.authorization === 'Bearer owner';
      const body = await answers({ ...call, fields: fieldsOf(request, raw), isOwner });
      response.end(JSON.stringify(body));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status: code, message } = error;
      const errors = [{ message, reason: 'invalid', domain: 'global' }];
      response.writeHead(code).end(JSON.stringify({ error: { code, message, errors } }));
    }
  }

  return {
    origin,
    projectId,
    accounts,
    tokens,
    asked,
    faults,
    advance: (ms) => void (aheadMs += ms),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Pages of any origin may call it, as they may Firebase. */
function allow(request: IncomingMessage, response: ServerResponse): ServerResponse {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, PATCH, DELETE');
  const headers = request.headers['access-control-request-headers'];
  if (headers !== undefined) response.setHeader('access-control-allow-headers', headers);
  return response;
}

function fieldsOf(request: IncomingMessage, raw: string): Fields {
  if (raw === '') return {};
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(raw));
  try {
    return JSON.parse(raw) as Fields;
  } catch {
    throw new Refused('INVALID_ARGUMENT');
  }
}
