import type { FastifyReply } from 'fastify';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { html } from './html.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether this route answers with pages: its errors are pages too. */
    isPage?: boolean;
  }
}

const headers = {
  ...plainPageHeaders,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-robots-tag': 'noindex',
};

/** Sends an error as a small page without React, because it is also sent when too many pages are being rendered. */
export function sendNotice(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const [status, sentence] = errors[code];
  const title =
    status === 429 || status === 503 ? 'One moment, please' : 'This page could not be loaded';
  const body = html`<body class="notice">
    <main>
      <img src="/favicon.svg" alt="" width="48" height="48" />
      <h1>${title}</h1>
      <p>${sentence}</p>
      <a class="button" href="">Try again</a>
    </main>
  </body>`;
  return reply.headers(headers).send(plainPage(`${title} | Underhood`, body));
}
