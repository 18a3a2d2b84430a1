import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Answer, Person, TestShop } from './harness.ts';

/** A file as a form sends it. */
export interface FormFile {
  readonly file: Uint8Array;
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
}

/** Sends files as the form of the dashboard does. */
export async function upload(
  shop: TestShop,
  person: Person | undefined,
  ...files: FormFile[]
): Promise<Answer> {
  const form = new FormData();
  for (const { file, field = 'image', name = 'picture.jpg', type = 'image/jpeg' } of files)
    form.append(field, new Blob([Uint8Array.from(file)], { type }), name);
  return sendForm(shop, person, form);
}

/** Sends any form to the address of uploads, or another one. */
export async function sendForm(
  shop: TestShop,
  person: Person | undefined,
  form: FormData,
  url = '/api/images',
): Promise<Answer> {
  const encoded = new Response(form);
  const answer = await shop.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(person === undefined ? {} : { authorization: `Bearer ${person.token}` }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

/** The CPU time of some work in this process, in microseconds; a busy machine hardly changes it. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await work();
  return process.cpuUsage(began).user;
}

/** An ordinary photo of 24 megapixels; refusing an attack must cost less than decoding it. */
export async function largePhoto(): Promise<Buffer> {
  const photo = sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#456' } });
  return photo.jpeg().toBuffer();
}

/** Everything an upload could have stored: files, addresses, audit rows. */
export async function storedPictures(
  shop: TestShop,
): Promise<{ files: string[]; addresses: string[]; audited: string[] }> {
  const folder = path.join(shop.dataDir, 'images');
  const addresses = await shop.db.selectFrom('images').select('url').orderBy('url').execute();
  const audited = await shop.db
    .selectFrom('audit_log')
    .select('subject_name')
    .where('subject_type', '=', 'image')
    .execute();
  return {
    files: existsSync(folder) ? readdirSync(folder).toSorted() : [],
    addresses: addresses.map(({ url }) => url),
    audited: audited.map((row) => row.subject_name),
  };
}
