import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { Html, html } from './html.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether people read what this route answers: its refusals are pages too. */
    isPage?: boolean;
  }
}

// Not in the page's template: a formatter may move what stands there, and the hash is of every character.
const style = readFileSync(new URL('notice-page.css', import.meta.url), 'utf8');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  // Of whatever page it stands for: also of one behind an unguessable address.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** Says in a page what an answer of the API says in JSON, without a rendering: it is sent when there are too many of them. */
export function sendNotice(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const [status, sentence] = errors[code];
  const title =
    status === 429 || status === 503 ? 'One moment, please' : 'This page could not be loaded';
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} | Underhood</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <img src="/favicon.svg" alt="" />
          <h1>${title}</h1>
          <p>${sentence}</p>
          <a href="">Try again</a>
        </main>
      </body>
    </html>`;
  return reply.headers(headers).send(page.markup);
}
