import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Setup } from '#server/third-parties/images/s3/s3-images.ts';
import { signatureFault } from './s3-signature.ts';

/** An object as it was written. */
interface Kept {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers in the service's place. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** A service that speaks S3's protocol on this machine, with one bucket that everybody may read. */
export interface S3StandIn {
  /** How a shop reaches it. */
  readonly setup: S3Setup;
  /** The variables that say the same. */
  readonly env: Readonly<Record<string, string>>;
  /** The objects of the bucket by their keys; a test may change them. */
  readonly kept: Map<string, Kept>;
  /** Every request as `PUT /bucket/key 200`, with S3's code if it has one. */
  readonly asked: string[];
  /** From now on answers all requests for which it is not undefined. */
  fault: ((request: IncomingMessage) => Fault | undefined) | undefined;
  close(): Promise<void>;
}

const name = 'pictures';
const account = {
  accessKeyId: 'key-of-the-shop',
  secretAccessKey: 's3cret-0f-the-sh0p',
  region: 'eu-test-1',
};

/** Starts one on a free loopback port. */
export async function listenAsS3(): Promise<S3StandIn> {
  const server = createServer((request, response) => {
    const fault = standIn.fault?.(request);
    if (fault !== undefined) {
      standIn.asked.push(`${request.method} ${request.url}`);
      return fault(request, response);
    }
    void answer(request).then(({ status, headers, body }) => {
      const code = /<Code>(\w+)</.exec(String(body))?.[1];
      standIn.asked.push(
        `${request.method} ${request.url} ${status}${code === undefined ? '' : ` ${code}`}`,
      );
      response.writeHead(status, headers).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const setup = { ...account, base, name, publicUrl: `${base.origin}/${name}` };

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const [, bucket, key = ''] = /^\/([^/?]*)\/([^?]*)$/.exec(url) ?? [];
    const kept = standIn.kept.get(key);
    // Browsers send no signature: the bucket's policy lets everybody read.
    const isPublic = method === 'GET' && headers.authorization === undefined;
    const refused = isPublic
      ? undefined
      : signatureFault({ method, url, headers, body }, account, new Date());
    if (refused !== undefined) return errorOf(403, refused);
    if (bucket !== name) return errorOf(404, 'NoSuchBucket');
    if (method === 'GET') return kept ? objectOf(kept) : errorOf(404, 'NoSuchKey');
    if (method === 'DELETE') {
      standIn.kept.delete(key);
      return { status: 204, headers: {}, body: '' };
    }
    if (method !== 'PUT') return errorOf(405, 'MethodNotAllowed');
    if (kept !== undefined && headers['if-none-match'] === '*')
      return errorOf(412, 'PreconditionFailed');
    const written = ['content-type', 'cache-control'].map((one) => [one, String(headers[one])]);
    standIn.kept.set(key, { bytes: body, headers: Object.fromEntries(written) });
    return { status: 200, headers: { etag: '"of-this-object"' }, body: '' };
  }

  const standIn: S3StandIn = {
    setup,
    env: {
      S3_ENDPOINT: base.origin,
      S3_BUCKET: name,
      S3_REGION: account.region,
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
      S3_PUBLIC_URL: setup.publicUrl,
    },
    kept: new Map(),
    asked: [],
    fault: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

function objectOf({ bytes, headers }: Kept): Answer {
  return { status: 200, headers: { ...headers, etag: '"of-this-object"' }, body: bytes };
}

/** Like the real one it repeats the id of the key. */
function errorOf(status: number, code: string): Answer {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message><AWSAccessKeyId>${account.accessKeyId}</AWSAccessKeyId></Error>`,
  };
}

/** The fault of a fixed answer. */
export function says(status: number, body = '', headers: Record<string, string> = {}): Fault {
  return (_request, response) => void response.writeHead(status, headers).end(body);
}

/** The fault of an error of S3's own. */
export function refuses(status: number, code: string): Fault {
  const { headers, body } = errorOf(status, code);
  return says(status, String(body), headers);
}
