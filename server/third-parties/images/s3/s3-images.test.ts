import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { imageWidths } from '#contract/image-rules.ts';
import { ImagesUnavailable } from '#server/third-parties/images/port.ts';
import { imagesContract, samplePicture } from '#test/images-contract.ts';
import { signatureFault } from '#test/s3-signature.ts';
import { listenAsS3, refuses, says, type Fault, type S3StandIn } from '#test/s3-stand-in.ts';
import { signedHeaders } from './bucket.ts';
import { s3Images } from './s3-images.ts';

imagesContract('in a bucket', async () => {
  const s3 = await listenAsS3();
  return {
    images: s3Images(s3.setup),
    fetch: async (url) => Buffer.from(await (await fetch(url)).arrayBuffer()),
    kept: async () => s3.kept.size,
    breakDown: async () => void (s3.fault = () => says(503)),
    close: s3.close,
  };
});

let s3: S3StandIn;
beforeEach(async () => {
  s3 = await listenAsS3();
});
afterEach(() => s3.close());

const picture = samplePicture('disc');
const keys = imageWidths.map((width) => `images/${picture.id}-${width}.webp`);

/** What the work was refused with; it never says a key, a signature or an address. */
async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ImagesUnavailable);
  const said = inspect(error, { depth: 9 });
  for (const secret of [
    s3.setup.accessKeyId,
    s3.setup.secretAccessKey,
    s3.setup.base.host,
    'AWS4-',
  ])
    expect(said).not.toContain(secret);
  return ((error as Error).cause as Error).message;
}

describe('a picture in a bucket', () => {
  test('is three objects that browsers may keep for ever, under names of its content', async () => {
    const { data } = await s3Images(s3.setup).store(picture);
    expect([...s3.kept.keys()].toSorted()).toEqual(keys.toSorted());
    expect(data.url).toBe(`${s3.setup.publicUrl}/images/${picture.id}-640.webp`);
    const seen = await fetch(data.url);
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test('goes with all widths, also when some had gone, and can be stored again', async () => {
    const images = s3Images(s3.setup);
    const { url } = (await images.store(picture)).data;
    const other = samplePicture('other');
    await images.store(other);
    s3.kept.delete(keys[1] ?? '');
    for (let times = 0; times < 2; times += 1) await images.remove(url);
    expect([...s3.kept.keys()].every((key) => key.includes(other.id))).toBe(true);
    expect([s3.kept.size, await images.read(url)]).toEqual([3, undefined]);
    await images.storeMissing(picture);
    expect(await images.read(url)).toEqual(
      Object.fromEntries(imageWidths.map((width) => [width, picture.renditions[width].webp])),
    );
  });

  test('is completed when one of its objects is missing; those that are there are not written again', async () => {
    const images = s3Images(s3.setup);
    await images.store(picture);
    s3.kept.delete(keys[2] ?? '');
    s3.asked.length = 0;
    await images.storeMissing(picture);
    expect(s3.asked.toSorted()).toEqual(
      keys
        .map((key) => `PUT /pictures/${key} ${key === keys[2] ? '200' : '412 PreconditionFailed'}`)
        .toSorted(),
    );
    expect(s3.kept.size).toBe(3);
  });

  test.each([
    ['a service that cannot look first', refuses(501, 'NotImplemented')],
    ['a write of somebody else at the same time', refuses(409, 'ConditionalRequestConflict')],
  ])('is stored at %s', async (_, refusal) => {
    s3.fault = (request) => (request.headers['if-none-match'] ? refusal : undefined);
    await s3Images(s3.setup).store(picture);
    expect(s3.kept.size).toBe(3);
  });

  test('of another host is left alone', async () => {
    const images = s3Images(s3.setup);
    const { publicUrl } = s3.setup;
    for (const url of [
      `/images/${picture.id}-640.webp`,
      `https://i.ibb.co/a/${picture.id}-640.webp`,
      `${publicUrl}.example/images/${picture.id}-640.webp`,
      `${publicUrl}/images/../x/${picture.id}-640.webp`,
    ]) {
      await images.remove(url);
      expect(await images.read(url)).toBeUndefined();
    }
    expect(s3.asked).toEqual([]);
  });

  const html = says(200, '<html>Sign in to this network</html>', { 'content-type': 'text/html' });
  const faults: readonly (readonly [string, Fault, string])[] = [
    [
      'refuses the signature',
      refuses(403, 'SignatureDoesNotMatch'),
      '403 to PUT (SignatureDoesNotMatch)',
    ],
    ['is broken', refuses(500, 'InternalError'), '500 to PUT (InternalError)'],
    ['is missing', refuses(404, 'NoSuchBucket'), '404 to PUT (NoSuchBucket)'],
    ['is behind a page that answers everything', html, '200 to PUT'],
    [
      'is behind a page that says what it likes',
      says(403, '<Code>a b</Code>', { 'content-type': 'text/xml' }),
      '403 to PUT.',
    ],
    [
      'closes the connection',
      (request) => void request.socket.destroy(),
      'no usable answer to PUT (UND_ERR_SOCKET)',
    ],
    [
      'never ends its error',
      (_, response) => void response.writeHead(500).end('x'.repeat(100_000)),
      'no usable answer to PUT (TooLong)',
    ],
    ['does not answer', () => undefined, 'no usable answer to PUT (TimeoutError)'],
    [
      'answers a byte and no more',
      (_, response) => void response.writeHead(200, { 'content-length': '9' }).write('x'),
      'no usable answer to PUT (TimeoutError)',
    ],
  ];
  test.each(faults)('is not stored when the bucket %s', async (_, fault, said) => {
    s3.fault = () => fault;
    const waitMs = said.includes('Timeout') ? 50 : undefined;
    expect(await faultOf(s3Images(s3.setup, waitMs).store(picture))).toContain(said);
    s3.fault = undefined;
    await s3Images(s3.setup).store(picture);
    expect(s3.kept.size).toBe(3);
  });

  test('is not stored when one of its widths is refused', async () => {
    s3.fault = ({ url }) => (url?.endsWith('-1280.webp') ? refuses(503, 'SlowDown') : undefined);
    expect(await faultOf(s3Images(s3.setup).store(picture))).toContain('503 to PUT (SlowDown)');
  });

  test('is sent nowhere else: a redirect is not followed', async () => {
    const elsewhere = await listenAsS3();
    s3.fault = ({ url }) => says(307, '', { location: `${elsewhere.setup.base.origin}${url}` });
    await faultOf(s3Images(s3.setup).store(picture));
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  test.each([
    ['the bucket is missing', refuses(404, 'NoSuchBucket'), '404 to DELETE (NoSuchBucket)'],
    [
      'a page says that there is nothing',
      says(404, '<html>', { 'content-type': 'text/html' }),
      '404 to DELETE',
    ],
    ['a page answers everything', html, '200 to DELETE'],
    ['the account may not', refuses(403, 'AccessDenied'), '403 to DELETE (AccessDenied)'],
  ])('does not count as deleted when %s', async (_, fault, said) => {
    const images = s3Images(s3.setup);
    const { url } = (await images.store(picture)).data;
    s3.fault = () => fault;
    expect(await faultOf(images.remove(url))).toContain(said);
  });

  test('that the service says is not there counts as deleted', async () => {
    const images = s3Images(s3.setup);
    const { url } = (await images.store(picture)).data;
    s3.fault = () => refuses(404, 'NoSuchKey');
    await images.remove(url);
    expect(s3.asked.filter((line) => line.startsWith('DELETE'))).toHaveLength(3);
  });
});

/** The example of AWS's page 'Signature Calculations for the Authorization Header' (Amazon S3 API Reference); the keys are its own. */
const published = {
  region: 'us-east-1',
  accessKeyId: ['AKIA', 'IOSFODNN7EXAMPLE'].join(''),
  secretAccessKey: ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYEXAMPLEKEY'].join('/'),
};
const vectors = [
  {
    method: 'GET',
    path: '/test.txt',
    headers: { range: 'bytes=0-9' },
    content: '',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    path: '/test$file.text',
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    content: 'Welcome to Amazon S3.',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
];

describe("AWS's published example", () => {
  test.each(vectors)(
    'of $method is signed as it says, and the stand-in takes it',
    async (vector) => {
      const { method, path, headers, content, signature } = vector;
      const host = 'examplebucket.s3.amazonaws.com';
      const body = Buffer.from(content);
      const request = { method, url: new URL(path, `https://${host}`), headers };
      const signed = await signedHeaders(
        { ...request, ...(content !== '' && { body: new Uint8Array(body) }) },
        published,
        '20130524T000000Z',
      );
      expect(signed.get('authorization')).toMatch(new RegExp(`Signature=${signature}$`));
      const arrived = { method, url: path, headers: { ...Object.fromEntries(signed), host }, body };
      const then = new Date('2013-05-24T00:10:00Z');
      const faultIf = (change: object, at = then) =>
        signatureFault({ ...arrived, ...change }, published, at);
      expect(faultIf({})).toBeUndefined();
      expect(faultIf({ method: 'DELETE' })).toBe('SignatureDoesNotMatch');
      expect(faultIf({ url: '/other' })).toBe('SignatureDoesNotMatch');
      expect(faultIf({ url: `${path}?acl` })).toBe('SignatureDoesNotMatch');
      expect(faultIf({ body: Buffer.from('changed') })).toBe('XAmzContentSHA256Mismatch');
      const more = { headers: { ...arrived.headers, 'x-amz-acl': 'public-read-write' } };
      expect(faultIf(more)).toBe('AccessDenied');
      expect(faultIf({ headers: { host } })).toBe('AccessDenied');
      expect(faultIf({}, new Date('2013-05-24T00:16:00Z'))).toBe('RequestTimeTooSkewed');
    },
  );

  test.each([
    [{ secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
    [{ accessKeyId: 'another' }, 'InvalidAccessKeyId'],
    [{ region: 'another' }, 'AuthorizationHeaderMalformed'],
  ])('with %o is refused by the stand-in', async (wrong, code) => {
    const wrongly = s3Images({ ...s3.setup, ...wrong });
    expect(await faultOf(wrongly.store(picture))).toContain(`403 to PUT (${code})`);
    expect(s3.kept.size).toBe(0);
  });
});
