import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as attacks from '#test/attack-pictures.ts';
import type { Person } from '#test/harness.ts';
import { largePhoto, processorTime, sendForm, storedPictures, upload } from '#test/upload.ts';
import { useShop } from '#test/use-shop.ts';

const nothing = { files: [], addresses: [], audited: [] };
const message = 'This file is not a picture the shop can take.';
const text = (content: string) => Buffer.from(content);

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const customer = await shop.person('Cleo Customer');
const unverified = await shop.person('Una Unverified', { role: 'admin', emailVerified: false });
const photo = await largePhoto();
/** The CPU time of making one width of an ordinary photo. */
const ordinary = await processorTime(() => sharp(photo).resize(1280).webp().toBuffer());
await shop.app.listen({ host: '127.0.0.1', port: 0 });

afterEach(async () => {
  if (!isDeepStrictEqual(await storedPictures(shop), nothing))
    throw new Error('A refused upload left something behind.');
});

describe('a file that is no still picture', () => {
  const files: [what: string, file: () => Promise<Buffer> | Buffer][] = [
    ['nothing at all', () => Buffer.alloc(0)],
    ['one byte', () => Buffer.from([0xff])],
    ['text', () => text('not a picture')],
    ['a web page', () => text('<!doctype html><script>alert(1)</script>')],
    [
      'an SVG',
      () =>
        text(
          '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
        ),
    ],
    [
      'an SVG that reads a file',
      () =>
        text(
          '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>',
        ),
    ],
    ['a PDF', () => text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
    [
      'a GIF',
      async () =>
        sharp(await attacks.honest('png'))
          .gif()
          .toBuffer(),
    ],
    ['an animated GIF', () => attacks.animation('gif')],
    ['a GIF that is a script', () => text('GIF89a/*\x01\x00*/=1;alert(1)//;')],
    [
      'a TIFF',
      async () =>
        sharp(await attacks.honest('png'))
          .tiff()
          .toBuffer(),
    ],
    [
      'an AVIF',
      async () =>
        sharp(await attacks.honest('png', 64, 64))
          .avif({ effort: 0 })
          .toBuffer(),
    ],
    ['a ZIP', () => Buffer.from('504b0304140000000000', 'hex')],
    ['an animated PNG', () => attacks.animatedPng()],
    ['an animated WebP', () => attacks.animation('webp')],
    ['an animated WebP that says it stands still', () => attacks.secretAnimation()],
    [
      'the first bytes of a JPEG before a web page',
      () =>
        Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text('<script>alert(1)</script>')]),
    ],
    [
      'the first bytes of a PNG before a PDF',
      () => Buffer.concat([attacks.pngThatClaims(1, 1).subarray(0, 8), text('%PDF-1.7')]),
    ],
    ['the first bytes of a WebP before nothing', () => text('RIFF\x10\0\0\0WEBPVP8 ')],
    ['half of a JPEG', async () => firstHalf(await attacks.honest('jpeg'))],
    ['half of a PNG', async () => firstHalf(await attacks.honest('png'))],
    ['half of a WebP', async () => firstHalf(await attacks.honest('webp'))],
    ['a PNG whose pixels are damaged', async () => damaged(await attacks.honest('png'))],
  ];

  test.each(files)('is refused: %s', async (_what, file) => {
    const { status, body } = await upload(shop, admin, { file: await file() });
    expect({ status, body }).toEqual({
      status: 422,
      body: { success: false, error: 'image_not_accepted', message },
    });
  });
});

describe('a file made to keep the shop busy', () => {
  beforeAll(async () => {
    // The first upload loads the decoder, which is not what is timed here.
    await upload(shop, admin, { file: attacks.pngThatClaims(9000, 9000) });
  });

  const bombs: [what: string, file: () => Promise<Buffer> | Buffer][] = [
    ['a PNG of 2,500 megapixels', () => attacks.pngThatClaims(50_000, 50_000)],
    ['a PNG of one row more than 40 megapixels', () => attacks.pngThatClaims(8000, 5001)],
    ['a PNG of the largest sides there are', () => attacks.pngThatClaims(2 ** 31 - 1, 2 ** 31 - 1)],
    ['a PNG of no width', () => attacks.pngThatClaims(0, 100)],
    ['a JPEG of 4,225 megapixels', () => attacks.jpegThatClaims(65_000, 65_000)],
    ['a WebP of 268 megapixels', () => attacks.webpThatClaims()],
    ['a PNG too tall for a WebP', () => attacks.pngThatClaims(600, 60_000)],
    ['a JPEG of 883 scans', () => attacks.jpegOfManyScans(6000)],
  ];

  test.each(bombs)('is refused at once: %s', async (_what, make) => {
    const file = await make();
    const cost = await processorTime(async () => {
      const { status, body } = await upload(shop, admin, { file });
      expect({ status, error: body.error }).toEqual({ status: 422, error: 'image_not_accepted' });
    });
    expect(cost).toBeLessThan(ordinary);
  });
});

describe('a form', () => {
  let file: Buffer;
  beforeAll(async () => void (file = await attacks.honest('jpeg')));

  test('without a file, or with one in another field, is refused', async () => {
    const issues = [{ field: 'image', message: 'One file is expected here, and nothing else.' }];
    const refused = {
      status: 422,
      body: {
        success: false,
        error: 'invalid_input',
        message: 'Some of what was sent is missing or not valid.',
        issues,
      },
    };
    const textOnly = new FormData();
    textOnly.set('image', 'https://elsewhere.example/a.jpg');
    const fileAndText = new FormData();
    fileAndText.set('image', new Blob([Uint8Array.from(file)]), 'a.jpg');
    fileAndText.set('name', 'a');
    const answers = [
      await upload(shop, admin, { file, field: 'picture' }),
      await upload(shop, admin, { file }, { file }),
      await sendForm(shop, admin, textOnly),
      await sendForm(shop, admin, fileAndText),
      await sendForm(shop, admin, new FormData()),
    ];
    for (const { status, body } of answers) expect({ status, body }).toEqual(refused);
  });

  test('of more than 8 MB is refused, told or not told beforehand', async () => {
    const large = Buffer.concat([file, Buffer.alloc(8 * 1024 * 1024)]);
    const told = await upload(shop, admin, { file: large });
    expect({ status: told.status, error: told.body.error, success: told.body.success }).toEqual({
      status: 413,
      error: 'too_large',
      success: false,
    });
    const form = new FormData();
    form.set('image', new Blob([Uint8Array.from(large)]), 'a.jpg');
    const encoded = new Response(form);
    // A stream is sent without Content-Length.
    const sent: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      body: encoded.body,
      duplex: 'half',
    };
    const untold: Response = await fetch(`${origin()}/api/images`, sent);
    expect({ status: untold.status, body: await untold.json() }).toMatchObject({
      status: 413,
      body: { success: false, error: 'too_large' },
    });
  });

  test.each(['application/json', 'image/jpeg', 'application/x-www-form-urlencoded', 'text/plain'])(
    'is asked for: %s is not',
    async (type) => {
      const { status, body } = await shop.request('POST', '/api/images', {
        as: admin,
        body: '{}',
        headers: { 'content-type': type },
      });
      expect({ status, body }).toMatchObject({
        status: 415,
        body: { success: false, error: 'unsupported_media_type' },
      });
    },
  );

  test.each([
    ['that names no boundary', 'multipart/form-data', 'anything'],
    [
      'that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nhalf a pic',
    ],
    ['that is no form', 'multipart/form-data; boundary=x', 'anything'],
  ])('%s is a bad request', async (_what, type, payload) => {
    const { status, body } = await shop.request('POST', '/api/images', {
      as: admin,
      body: payload,
      headers: { 'content-type': type },
    });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { success: false, error: 'bad_request' },
    });
  });
});

describe('before a byte of the file was sent', () => {
  const strangers: [
    who: string,
    status: number,
    error: string,
    person: () => Person | undefined,
  ][] = [
    ['a guest', 401, 'sign_in_required', () => undefined],
    ['a customer', 403, 'not_allowed', () => customer],
    ['an admin whose e-mail is not verified', 403, 'not_allowed', () => unverified],
  ];

  test.each(strangers)('%s is refused', async (_who, status, error, person) => {
    const answer = await headersOnly(person(), 'multipart/form-data; boundary=x', 8_000_000);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(`"success":false,"error":"${error}"`);
  });

  test('an admin is told that the file is too large', async () => {
    expect(await headersOnly(admin, 'multipart/form-data; boundary=x', 9_000_000)).toContain(
      'HTTP/1.1 413 ',
    );
  });

  test('an admin is told that this is no form', async () => {
    expect(await headersOnly(admin, 'application/json', 1000)).toContain('HTTP/1.1 415 ');
  });
});

function firstHalf(file: Buffer): Buffer {
  return file.subarray(0, file.length / 2);
}

function damaged(png: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 600), Buffer.alloc(400), png.subarray(1000)]);
}

function origin(): string {
  return `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
}

/** Sends headers that announce a body, but no body; answers the shop's response. */
async function headersOnly(
  person: Person | undefined,
  contentType: string,
  length: number,
): Promise<string> {
  const socket = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1');
  const headers = [
    'POST /api/images HTTP/1.1',
    'host: shop.test',
    `content-type: ${contentType}`,
    `content-length: ${length}`,
    ...(person === undefined ? [] : [`authorization: Bearer ${person.token}`]),
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}
