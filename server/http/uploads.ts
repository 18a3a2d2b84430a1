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
export function uploadedFile(request: FastifyRequest, field: string): Promise<Uint8Array> {
  return fileIn(request, { field, most: maxImageBytes }, readBytes);
}

/**
 * Stores the one file of a form, in this field, in a folder while it arrives, and answers where it is and its size. Refuses as
 * `uploadedFile` does; then nothing is left of it.
 */
export async function storedFile(
  request: FastifyRequest,
  field: string,
  folder: string,
): Promise<StoredFile> {
  makeFolder(folder);
  const place = path.join(folder, `upload-${randomUUID()}`);
  try {
    return await fileIn(request, { field, most: importLimits.bytes }, async ({ file }) => {
      const stored = createWriteStream(place, { mode: 0o600, flags: 'wx' });
      await pipeline(file, stored);
      if (file.truncated) refuse('too_large');
      return { path: place, bytes: stored.bytesWritten };
    });
  } catch (error) {
    await rm(place, { force: true });
    throw error;
  }
}

async function fileIn<File>(
  request: FastifyRequest,
  { field, most }: { field: string; most: number },
  read: (part: MultipartFile) => Promise<File>,
): Promise<File> {
  if (!request.isMultipart()) refuse('unsupported_media_type');
  if (Number(request.headers['content-length']) > most + formBytes) refuse('too_large');
  try {
    let file: File | undefined;
    for await (const part of request.parts({ limits: { ...formLimits, fileSize: most } })) {
      if (part.type !== 'file' || part.fieldname !== field || file !== undefined) refuseForm(field);
      file = await read(part);
    }
    return file ?? refuseForm(field);
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
