import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxImageBytes } from '#contract/image-rules.ts';
import { Refusal, refuse } from './refusal.ts';

/** With room for the form's boundaries and part headers. */
const maxFormBytes = maxImageBytes + 16 * 1024;

/** Lets the calls of a scope take form data with a file. Bodies are not read before `uploadedFile` is called. */
export async function takeUploads(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  await scope.register(fastifyMultipart, {
    limits: { fileSize: maxImageBytes, files: 2, fields: 1, parts: 2, headerPairs: 20 },
  });
}

/**
 * Reads the one file of a form, in this field, into memory.
 * Refuses with `unsupported_media_type`, `too_large`, `invalid_input` or `bad_request`.
 */
export async function uploadedFile(request: FastifyRequest, field: string): Promise<Uint8Array> {
  if (!request.isMultipart()) refuse('unsupported_media_type');
  if (Number(request.headers['content-length']) > maxFormBytes) refuse('too_large');
  try {
    let file: Buffer | undefined;
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== field || file !== undefined) refuseForm(field);
      file = await readBytes(part);
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
