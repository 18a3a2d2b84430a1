import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxImageBytes } from '#contract/image-rules.ts';
import { importLimits } from '#contract/import-fields.ts';
import type { StoredFile } from '#contract/imports.ts';
import { makeFolder } from '#server/make-folder.ts';
import { Refusal, refuse } from './refusal.ts';
import { allowSlowBody } from './slow-bodies.ts';

/** Room for the form's boundaries and part headers. */
const formBytes = 16 * 1024;
const formLimits = { files: 2, fields: 1, parts: 2, headerPairs: 20 };

/** Lets the calls of a scope take form data with a file. Bodies are not read before `uploadedFile` is called. */
export async function takeUploads(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  await scope.register(fastifyMultipart, {
    limits: { ...formLimits, fileSize: maxImageBytes },
  });
}

/**
 * Reads the one file of a form, in this field, into memory.
 * Refuses with `unsupported_media_type`, `too_large`, `invalid_input` or `bad_request`.
 */
export async function uploadedFile(request: FastifyRequest, field: string): Promise<Uint8Array> {
  const files = await filesIn(request, { fields: [field], most: maxImageBytes }, readBytes);
  return files.get(field) ?? refuseForm(field);
}

/** The field of a file, and of another one that may come with it. */
interface StoredFields {
  readonly field: string;
  readonly second?: string | undefined;
}

/**
 * Stores the files of a form in a folder while they arrive, and answers by field where each is and its size. Refuses as
 * `uploadedFile` does; then nothing is left of them.
 */
export async function storedFiles(
  request: FastifyRequest,
  { field, second }: StoredFields,
  folder: string,
): Promise<Readonly<Record<string, StoredFile>>> {
  makeFolder(folder);
  allowSlowBody(request.raw);
  const places: string[] = [];
  const fields = second === undefined ? [field] : [field, second];
  try {
    const files = await filesIn(request, { fields, most: importLimits.bytes }, async ({ file }) => {
      const place = path.join(folder, `upload-${randomUUID()}`);
      places.push(place);
      const stored = createWriteStream(place, { mode: 0o600, flags: 'wx' });
      await pipeline(file, stored).catch(refuseFullDisk);
      if (file.truncated) refuse('too_large');
      return { path: place, bytes: stored.bytesWritten };
    });
    if (!files.has(field)) refuseForm(field);
    return Object.fromEntries(files);
  } catch (error) {
    for (const place of places) await rm(place, { force: true });
    throw error;
  }
}

/** The disk's errors have a system call; what remains is the form's. */
function refuseFullDisk(cause: unknown): never {
  if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
  refuse('unavailable', { cause });
}

async function filesIn<File>(
  request: FastifyRequest,
  { fields, most }: { fields: readonly string[]; most: number },
  read: (part: MultipartFile) => Promise<File>,
): Promise<Map<string, File>> {
  if (!request.isMultipart()) refuse('unsupported_media_type');
  const bytes = Number(request.headers['content-length']);
  if (bytes > most * fields.length + formBytes) refuse('too_large');
  // One more of each than there may be, so that it is seen.
  const oneMore = fields.length + 1;
  const limits = { ...formLimits, files: oneMore, parts: oneMore, fileSize: most };
  try {
    const files = new Map<string, File>();
    for await (const part of request.parts({ limits })) {
      const { type, fieldname } = part;
      if (type !== 'file' || !fields.includes(fieldname) || files.has(fieldname))
        refuseForm(fields[0] ?? '');
      files.set(fieldname, await read(part));
    }
    return files;
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    // The form is cut off or malformed; the parser's errors have no common type.
    refuse('bad_request', { cause });
  } finally {
    // Drains the rest of the body: a client that is still sending would not read the answer.
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function readBytes({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (file.truncated) break;
    chunks.push(chunk);
  }
  if (file.truncated) refuse('too_large');
  return Buffer.concat(chunks);
}

function refuseForm(field: string): never {
  refuse('invalid_input', {
    details: { issues: [{ field, message: 'One file is expected here, and nothing else.' }] },
  });
}
