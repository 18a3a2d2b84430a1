import type { FastifyInstance } from 'fastify';
import { calls, type CallName } from '#contract/api.ts';
import { refusalOf, type Access, type Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { fieldsOf, type JsonSchema, kindOf } from './api-docs-fields.ts';
import { type Html, html } from './html.ts';
import { bodySchemaOf, refusalsOf, schemaOf } from './openapi.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';
import { sendPublic } from './public-answer.ts';

const accessWords: Readonly<Record<Access, string>> = {
  open: 'Anyone.',
  link: 'Whoever holds the unguessable id; nothing personal is told to those who are not its owner.',
  customer: 'Any signed-in account.',
  self: 'The account that the address names.',
  owner: 'The customer whose row it is, or an admin.',
  admin: 'Admins only.',
  session:
    'Whoever is signed in at the identity service in this browser: by its cookie, not by the bearer.',
};

/** Serves what the OpenAPI document says as a page to read, made when it is first asked for and without a script. */
export function answerApiDocs(app: FastifyInstance, served: readonly CallName[]): void {
  let page: string | undefined;
  app.get('/api/docs', async (request, reply) => {
    page ??= apiDocsPage(served);
    return sendPublic(request, reply.headers(plainPageHeaders), page);
  });
}

function apiDocsPage(served: readonly CallName[]): string {
  const body = html`<body>
    <header>
      <p><a href="/">Underhood</a></p>
      <h1>The calls of the shop</h1>
      <p>
        ${served.length} calls below <code>/api</code>, JSON both ways, money in US dollars. A
        bearer is the access token that <a href="#putUser">PUT /users/{email}</a> answers after a
        sign-in. Every refusal is <code>{ "error", "message" }</code>, beside the falsy field of the
        call. The same as a document for machines: <a href="/api/openapi.json">openapi.json</a>.
      </p>
    </header>
    <nav aria-label="Calls">
      <ul>
        ${served.map((name) => html`<li><a href="#${name}">${calls[name].method} ${calls[name].path}</a></li>`)}
      </ul>
    </nav>
    <main>${served.map(callCard)}</main>
  </body>`;
  return plainPage('Calls of Underhood', body);
}

function callCard(name: CallName): Html {
  const call: Endpoint = calls[name];
  const { method, path, access } = call;
  return html`<article id="${name}" data-call="${method} ${path}">
    <h2><code>${method} /api${path}</code></h2>
    <p>${call.summary}</p>
    <p class="quiet"><b>${access}</b> ${accessWords[access]}</p>
    ${call.params && shapeOf('In the path', schemaOf(call.params, 'input'))}
    ${call.query && shapeOf('In the query', schemaOf(call.query, 'input'))}
    ${call.body && shapeOf(call.upload ? 'Body, sent as multipart/form-data' : 'Body', bodySchemaOf(call))}
    ${shapeOf(`Answer ${call.status ?? 200}`, schemaOf(call.answer, 'output'))}
    <details>
      <summary>Refusals</summary>
      <ul>
        ${Array.from(refusalsOf(call), (code) => refusalLine(call, code))}
      </ul>
    </details>
  </article>`;
}

function refusalLine(call: Endpoint, code: ErrorCode): Html {
  const [status, sentence] = refusalOf(call, code);
  return html`<li>${status} <code>${code}</code> ${sentence}</li>`;
}

function shapeOf(title: string, schema: JsonSchema): Html {
  const kind = kindOf(schema);
  return html`<h3>${title}${kind !== 'object' && `: ${kind}`}</h3>
    ${fieldsOf(schema)}`;
}
