import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Import } from '#contract/imports.ts';
import type { Person } from '#test/harness.ts';

/** A shop that may move to another address, and the admin who imports. */
export interface Importer {
  readonly address: () => string;
  readonly admin: Person;
}

const pollMs = 300;

/** Uploads a file and has it checked with the columns as they are guessed; answers the import's id. */
export async function uploadAndCheck(importer: Importer, file: string): Promise<string> {
  const form = new FormData();
  const name = path.basename(file);
  form.append('file', await openAsBlob(file), name);
  const uploaded = await call(importer, `?name=${name}`, { method: 'POST', body: form });
  const { _id, columns, settings } = uploaded;
  const fields = columns.map(({ field }) => field);
  await takeStep(importer, `${_id}/check`, { fields, settings });
  await reached(importer, _id, ({ state }) => state === 'checked');
  return _id;
}

export async function takeStep(importer: Importer, step: string, body: object = {}): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await call(importer, `/${step}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The import, as soon as it is so far. */
export async function reached(
  importer: Importer,
  id: string,
  isSoFar: (found: Import) => boolean,
): Promise<Import> {
  for (;;) {
    const found = await call(importer, `/${id}`);
    if (isSoFar(found)) return found;
    if (found.state === 'failed') throw new Error(found.failure ?? '');
    await sleep(pollMs);
  }
}

async function call(
  { address, admin }: Importer,
  to: string,
  init: RequestInit = {},
): Promise<Import> {
  const answer = await fetch(`${address()}/api/admin/imports${to}`, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${admin.token}` },
  });
  if (!answer.ok) throw new Error(`${to}: ${await answer.text()}`);
  return (await answer.json()) as Import;
}
