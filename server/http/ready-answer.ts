import type { IncomingMessage } from 'node:http';
import type { ReadyAnswer } from './early-answers.ts';
import { encodingFor, hasEtag, type Encoding } from './encoding.ts';
import type { FinishedPage } from './finished-page.ts';

/** The answer with a page if it needs no work any more: its text in the request's encoding was asked for before. */
export function readyAnswer(
  request: Pick<IncomingMessage, 'headers'>,
  page: FinishedPage | undefined,
): ReadyAnswer | undefined {
  if (page?.status !== 200) return undefined;
  const { headers } = page;
  if (hasEtag(request, page.etag)) return { status: 304, headers, body: undefined };
  const encoding = encodingFor(request);
  if (encoding === undefined) return { status: 200, headers, body: page.plain() };
  const body = page.compressed(encoding);
  return body && { status: 200, headers: headersIn(page, encoding), body };
}

const encoded = new WeakMap<FinishedPage, Map<Encoding, Readonly<Record<string, string>>>>();

function headersIn(page: FinishedPage, encoding: Encoding): Readonly<Record<string, string>> {
  const known = encoded.get(page) ?? new Map<Encoding, Readonly<Record<string, string>>>();
  encoded.set(page, known);
  const headers = known.get(encoding) ?? { ...page.headers, 'content-encoding': encoding };
  known.set(encoding, headers);
  return headers;
}
