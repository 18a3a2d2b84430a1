import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A request as it arrived. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

interface Account {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const mostSkewMs = 15 * 60_000;
/** What a signature must cover at least. */
const mustBeSigned = ['host', 'x-amz-content-sha256', 'x-amz-date'];

/**
 * S3's code for why a request is refused; undefined when its signature is right. Written from AWS's description of Signature
 * Version 4, and not from the client that it judges.
 */
export function signatureFault(
  request: SignedRequest,
  { accessKeyId, secretAccessKey, region }: Account,
  now: Date,
): string | undefined {
  const headerOf = (name: string) => String(request.headers[name] ?? '');
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/.exec(
      headerOf('authorization'),
    ) ?? [];
  if (signature === '') return 'AccessDenied';
  const moment = headerOf('x-amz-date');
  const [keyId, date = '', ...scope] = credential.split('/');
  if (keyId !== accessKeyId) return 'InvalidAccessKeyId';
  if (scope.join('/') !== `${region}/s3/aws4_request` || date !== moment.slice(0, 8))
    return 'AuthorizationHeaderMalformed';
  if (!(Math.abs(momentOf(moment) - now.getTime()) <= mostSkewMs)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const amazons = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'));
  if ([...mustBeSigned, ...amazons].some((name) => !signed.includes(name))) return 'AccessDenied';
  const contentHash = headerOf('x-amz-content-sha256');
  if (contentHash !== sha256(request.body)) return 'XAmzContentSHA256Mismatch';

  const [path = '', query = ''] = request.url.split('?');
  const canonical = [
    request.method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    [...new URLSearchParams(query)]
      .map((pair) => pair.map(encoded).join('='))
      .toSorted()
      .join('&'),
    ...signed.map((name) => `${name}:${headerOf(name).trim().replaceAll(/\s+/g, ' ')}`),
    '',
    names,
    contentHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', moment, [date, ...scope].join('/'), sha256(canonical)];
  let key: Buffer = Buffer.from(`AWS4${secretAccessKey}`);
  for (const step of [date, ...scope]) key = createHmac('sha256', key).update(step).digest();
  const right = createHmac('sha256', key).update(toSign.join('\n')).digest();
  return timingSafeEqual(right, Buffer.from(signature, 'hex'))
    ? undefined
    : 'SignatureDoesNotMatch';
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Of `20130524T000000Z`; not a number for anything else. */
function momentOf(text: string): number {
  return Date.parse(
    text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}

/** All but letters, digits and `-._~` in percents. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
