import type { FastifyReply } from 'fastify';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { html } from './html.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether people read what this route answers: its refusals are pages too. */
    isPage?: boolean;
  }
}

const headers = {
  ...plainPageHeaders,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-robots-tag': 'noindex',
};

/** Says in a page what an answer of the API says in JSON, without a rendering: it is sent when there are too many of them. */
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
