import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { inspect } from 'node:util';
import fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { diskImages } from '#server/third-parties/images/disk/disk-images.ts';
import { imgbbImages } from '#server/third-parties/images/imgbb/imgbb-images.ts';
import { ImagesUnavailable, type Images } from './port.ts';
import { temporaryFolder } from '#test/database.ts';
import { imagesContract, samplePicture } from '#test/images-contract.ts';

const key = 'k3y-0f-the-sh0p';

imagesContract('on this machine', async () => {
  const above = temporaryFolder('images');
  const folder = path.join(above, 'images');
  const images = diskImages(folder);
  const app = fastify();
  await images.mount(app);
  return {
    images,
    fetch: async (url) => (await app.inject(url)).rawPayload,
    kept: async () => readdirSync(folder).length,
    breakDown: async () => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, 'not a folder any more');
    },
    async close() {
      await app.close();
      rmSync(above, { recursive: true });
    },
  };
});

imagesContract('at imgbb', async () => {
  const imgbb = await listenAsImgbb();
  return {
    images: imgbbImages({ key, base: imgbb.base, origin: imgbb.base.origin }),
    fetch: async (url) => Buffer.from(await (await fetch(url)).arrayBuffer()),
    kept: async () => imgbb.kept.size,
    breakDown: async () => void (imgbb.fault = says(503, '{}')),
    close: imgbb.close,
  };
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const says =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

/** imgbb as its page describes it: the key in the address, the file as form data, numbers as strings. */
async function listenAsImgbb() {
  const kept = new Map<string, Buffer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (standIn.fault !== undefined) return standIn.fault(request, response);
    if (request.method === 'GET') return void response.end(kept.get(request.url ?? ''));
    void upload(request).then((answer) =>
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  async function upload(request: IncomingMessage) {
    const url = new URL(request.url ?? '/', base);
    if (
      request.method !== 'POST' ||
      url.pathname !== '/1/upload' ||
      url.searchParams.get('key') !== key
    )
      return {
        status: 400,
        status_code: 400,
        error: { message: 'Invalid API v1 key.', code: 100 },
        status_txt: 'Bad Request',
      };
    const body = new Response(request as unknown as ReadableStream, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    });
    const file = (await body.formData()).get('image');
    if (!(file instanceof File) || file.type !== 'image/webp')
      throw new Error('There is no image in the form.');
    const place = `/${kept.size}/${file.name}`;
    const bytes = Buffer.from(await file.arrayBuffer());
    kept.set(place, bytes);
    const width = /-(\d+)\.webp$/.exec(file.name)?.[1] ?? '';
    const image = {
      url: `${base.origin}${place}`,
      filename: file.name,
      mime: 'image/webp',
      extension: 'webp',
    };
    const size = { width, height: String((Number(width) * 3) / 4), size: String(bytes.length) };
    const data = {
      id: `i${kept.size}`,
      url: image.url,
      display_url: image.url,
      ...size,
      time: '1',
      expiration: '0',
      image,
      thumb: image,
    };
    return {
      data: { ...data, delete_url: `${base.origin}/delete/secret` },
      success: true,
      status: 200,
    };
  }

  const standIn = {
    base,
    kept,
    asked,
    fault: undefined as Answer | undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

describe('imgbb', () => {
  let imgbb: Awaited<ReturnType<typeof listenAsImgbb>>;
  afterEach(() => imgbb.close());

  async function host(fault?: Answer): Promise<Images> {
    imgbb = await listenAsImgbb();
    imgbb.fault = fault;
    return imgbbImages({ key, base: imgbb.base, origin: imgbb.base.origin });
  }

  const kept = (url: string, more: object = {}) =>
    JSON.stringify({
      success: true,
      status: 200,
      data: { id: 'a', url, width: '640', height: '480', size: '9' },
      ...more,
    });

  test.each<readonly [string, Answer]>([
    [
      'an error without `success`',
      says(400, '{"status_code":400,"error":{"message":"Invalid API v1 key.","code":100}}'),
    ],
    [
      'an error that says 200',
      says(200, '{"status_code":400,"error":{"message":"Empty upload source."}}'),
    ],
    [
      'a success that is only nearly one',
      says(200, kept('http://127.0.0.1/x.webp', { success: 1 })),
    ],
    ['a success with a status of failure', says(500, kept('http://127.0.0.1/x.webp'))],
    ['an address elsewhere', says(200, kept('https://elsewhere.example/x.webp'))],
    ['an address that is a script', says(200, kept('javascript:alert(1)'))],
    ['HTML', says(200, '<html>')],
    [
      'half a body',
      (_request, response) =>
        void response.writeHead(200, { 'content-length': '900' }).end('{"success":true'),
    ],
    ['a closed connection', (request) => void request.socket.destroy()],
  ])('that answers %s has kept nothing, and the key is in no error', async (_name, fault) => {
    const images = await host(fault);
    const error: unknown = await images
      .store(samplePicture('x'))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImagesUnavailable);
    expect(inspect(error, { depth: 9 })).not.toContain(key);
    expect(imgbb.asked.join()).toContain(key);
  });

  test('is not followed elsewhere: the key stays where it was sent', async () => {
    const elsewhere = await listenAsImgbb();
    const images = await host(says(307, '', { location: `${elsewhere.base.origin}/1/upload` }));
    const error: unknown = await images
      .store(samplePicture('x'))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImagesUnavailable);
    expect(inspect(error, { depth: 9 })).not.toContain(key);
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  test('that failed once is asked again by the next upload', async () => {
    const images = await host(says(500, '{}'));
    await expect(images.store(samplePicture('x'))).rejects.toBeInstanceOf(ImagesUnavailable);
    imgbb.fault = undefined;
    expect((await images.store(samplePicture('x'))).data.url).toContain(imgbb.base.origin);
  });

  test('serves its pictures from i.ibb.co', () => {
    expect(imgbbImages({ key, base: new URL('https://api.imgbb.com') }).origins).toEqual([
      'https://i.ibb.co',
    ]);
    return host();
  });
});
