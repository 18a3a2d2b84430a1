import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';

/** A bucket of a service that speaks S3's protocol, and the account that writes into it. */
export interface Bucket {
  /** The origin of the service, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly base: URL;
  readonly name: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A picture takes seconds on a slow connection; nobody has to wait longer than this. */
const patienceMs = 15_000;
/** The database waits for a deletion: its row is locked, and an embedded one serves nobody else. */
const deletionMs = 2_000;
/** Bytes of an answer that are read at most: of an error, and of a picture. */
const mostOfError = 64 * 1024;
const mostOfPicture = 32 * 1024 * 1024;

const pictureHeaders = {
  'content-type': 'image/webp',
  // The content of a name never changes.
  'cache-control': 'public, max-age=31536000, immutable',
};

/** The objects of a bucket. No error names an address, a key or a signature. */
export interface Objects {
  /** Writes an object unless it is there. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is no such object. */
  get(key: string): Promise<Buffer | undefined>;
  /** Deletes an object, if it is there. */
  delete(key: string): Promise<void>;
}

export function objectsOf(bucket: Bucket, waitMs = patienceMs): Objects {
  const ask = (method: Method, key: string, more: Sent = {}, ms = waitMs) =>
    send({ method, url: new URL(`/${bucket.name}/${key}`, bucket.base), ...more }, bucket, ms);
  return {
    async put(key, bytes) {
      const body = new Uint8Array(bytes);
      const onlyNew = { ...pictureHeaders, 'if-none-match': '*' };
      const first = await ask('PUT', key, { headers: onlyNew, body });
      // 412: it is there. 501: the service cannot look first; the same content is written again. 409: somebody else writes it.
      if (first.status === 412) return;
      const again = first.status === 501 || first.status === 409;
      const answer = again ? await ask('PUT', key, { headers: pictureHeaders, body }) : first;
      // Whatever else answers in its place, such as a portal's page, names no entity.
      if (answer.status !== 200 || !answer.headers.has('etag')) throw refusal('PUT', answer);
    },
    async get(key) {
      const answer = await ask('GET', key, { most: mostOfPicture });
      if (isMissing(answer)) return undefined;
      if (answer.status !== 200) throw refusal('GET', answer);
      return answer.bytes;
    },
    async delete(key) {
      const answer = await ask('DELETE', key, {}, Math.min(waitMs, deletionMs));
      if (answer.status !== 204 && !isMissing(answer)) throw refusal('DELETE', answer);
    },
  };
}

type Method = 'PUT' | 'GET' | 'DELETE';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Bytes of the answer; default: those of an error. */
  readonly most?: number;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** S3's word for what went wrong, such as `NoSuchBucket`. */
  readonly code: string | undefined;
}

interface Request extends Sent {
  readonly method: string;
  readonly url: URL;
}

/** Sends a signed request and answers what came back, whatever its status. */
async function send(request: Request, bucket: Bucket, waitMs: number): Promise<Answer> {
  const headers = await signedHeaders(request, bucket);
  return exchange(request, headers, waitMs).catch((error: unknown) => {
    // Not as a cause: it may name the address.
    throw new Error(`The bucket gave no usable answer to ${request.method} (${whyOf(error)}).`);
  });
}

async function exchange(
  { method, url, body, most = mostOfError }: Request,
  headers: Headers,
  waitMs: number,
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(waitMs),
    ...(body && { body }),
  });
  const bytes = await read(answer, answer.ok ? most : mostOfError);
  return { status: answer.status, headers: answer.headers, bytes, code: codeIn(answer, bytes) };
}

/**
 * The headers of a request with AWS's Signature Version 4 over all of them and the content. `datetime` is the moment as
 * `20130524T000000Z`; default: now.
 */
export async function signedHeaders(
  { method, url, headers = {}, body }: Request,
  { region, accessKeyId, secretAccessKey }: Omit<Bucket, 'base' | 'name'>,
  datetime?: string,
): Promise<Headers> {
  const sha256 = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
    allHeaders: true,
    ...(datetime !== undefined && { datetime }),
  });
  return (await signer.sign()).headers;
}

async function read(answer: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    // Leaving the loop closes the connection.
    if (length > most) throw new TooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

class TooLong extends Error {
  override readonly name = 'TooLong';
}

function codeIn({ ok, headers }: Response, bytes: Buffer): string | undefined {
  const isXml = /^(?:application|text)\/xml\b/.test(headers.get('content-type') ?? '');
  return ok || !isXml ? undefined : /<Code>(\w{1,60})<\/Code>/.exec(bytes.toString())?.[1];
}

/** A bucket that is missing, or a page of somebody else, says nothing about an object. */
function isMissing({ status, code }: Answer): boolean {
  return status === 404 && code === 'NoSuchKey';
}

function refusal(method: Method, { status, code }: Answer): Error {
  return new Error(`The bucket answered ${status} to ${method}${code ? ` (${code})` : ''}.`);
}

/** The code of a failed connection, without its address. */
function whyOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  if (typeof cause?.code === 'string') return cause.code;
  return error instanceof Error ? error.name : 'unknown';
}
