import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import { kindOf, shapesOf, type JsonSchema, type Shape } from './api-docs-fields.ts';
import { Html, html } from './html.ts';
import { sendPublic } from './public-answer.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-access': Access;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body & { readonly description: string }>>;
}

interface OpenApi {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

const accessWords: Readonly<Record<Access, string>> = {
  open: 'Anyone.',
  link: 'Whoever holds the unguessable id; nothing personal is told to those who are not its owner.',
  customer: 'Any signed-in account.',
  self: 'The account that the address names.',
  owner: 'The customer whose row it is, or an admin.',
  admin: 'Admins only.',
};

/** Groups by what a path is about; the first that fits counts. */
const groups: readonly (readonly [title: string, paths: RegExp])[] = [
  ['Parts', /^\/(?:parts?|categories|vehicles)\b/],
  ['Orders', /^\/orders?\b/],
  ['Payment', /^\/create-payment-intent\b/],
  ['Reviews', /^\/reviews?\b/],
  ['Accounts', /^\/(?:users?|sign-out)\b/],
  ['Running the shop', /^\/(?:admin|images)\b/],
  ['The shop', /^\//],
];

// Not in the page's template: a formatter may move what stands there, and the hash is of every character.
const style = readFileSync(new URL('api-docs.css', import.meta.url), 'utf8');

const styleSheet = new Html(`<style>${style}</style>`);

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the OpenAPI document as a page to read, made once and without a script. */
export function answerApiDocs(
  app: FastifyInstance,
  document: Readonly<Record<string, unknown>>,
): void {
  const page = apiDocsPage(document as unknown as OpenApi);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  };
  app.get('/api/docs', async (request, reply) => sendPublic(request, reply.headers(headers), page));
}

function apiDocsPage({ info, servers, paths }: OpenApi): string {
  const base = servers[0]?.url ?? '';
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  const byGroup = Map.groupBy(
    calls,
    ({ path }) => groups.find(([, fits]) => fits.test(path))?.[0] ?? '',
  );
  const shown = groups.flatMap(([title]) =>
    byGroup.has(title) ? [{ title, calls: byGroup.get(title) ?? [] }] : [],
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Calls of ${info.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${styleSheet}
      </head>
      <body>
        <header>
          <p><a href="/">${info.title}</a></p>
          <h1>The calls of the shop</h1>
          <p>
            ${calls.length} calls below <code>${base}</code>, JSON both ways, money in US dollars. A
            bearer is the access token that <a href="#putUser">PUT /users/{email}</a> answers after
            a sign-in. Every refusal is <code>{ "error", "message" }</code>, beside the falsy field
            of the call. The same as a document for machines:
            <a href="/api/openapi.json">openapi.json</a>.
          </p>
        </header>
        <nav aria-label="Calls">
          ${shown.map(
            ({ title, calls: those }) =>
              html`<h2>${title}</h2>
                <ul>
                  ${those.map(linkTo)}
                </ul>`,
          )}
        </nav>
        <main>
          ${shown.map(
            ({ title, calls: those }) =>
              html`<section>
                <h2>${title}</h2>
                ${those.map((call) => callCard(base, call))}
              </section>`,
          )}
        </main>
      </body>
    </html>`.markup;
}

function linkTo({ operationId, method, path }: Call): Html {
  return html`<li>
    <a href="#${operationId}"><b class="${method.toLowerCase()}">${method}</b> ${path}</a>
  </li>`;
}

function callCard(base: string, call: Call): Html {
  const { operationId, method, path, summary, parameters = [], requestBody, responses } = call;
  const [doneStatus = '200', done] =
    Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return html`<article id="${operationId}" data-call="${method} ${path}">
    <h3><b class="${method.toLowerCase()}">${method}</b> <code>${base}${path}</code></h3>
    <p>${summary}</p>
    <p class="access"><b>${call['x-access']}</b> ${accessWords[call['x-access']]}</p>
    ${
      parameters.length > 0 &&
      html`<h4>Parameters</h4>
        ${table(parameters.map((one) => ({ name: one.name, kind: `${kindOf(one.schema)}; in the ${one.in}`, required: one.required === true })))}`
    }
    ${
      requestBody !== undefined &&
      html`<h4>Body</h4>
        ${contentOf(requestBody)}`
    }
    <h4>Answer ${doneStatus}</h4>
    ${done !== undefined && contentOf(done)}
    <details>
      <summary>Refusals</summary>
      <div class="scroll" role="region" aria-label="Refusals of ${operationId}" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Code</th>
              <th scope="col">Sentence</th>
            </tr>
          </thead>
          <tbody>
            ${Object.entries(responses).flatMap(([status, { description }]) => (status === doneStatus ? [] : refusalRows(status, description)))}
          </tbody>
        </table>
      </div>
    </details>
  </article>`;
}

function refusalRows(status: string, description: string): readonly Html[] {
  return [...description.matchAll(/^`(\w+)`: (.*)$/gm)].map(
    ([, code, sentence]) =>
      html`<tr>
        <td>${status}</td>
        <td><code>${code}</code></td>
        <td>${sentence}</td>
      </tr>`,
  );
}

function contentOf({ content = {} }: Body): readonly Html[] {
  return Object.entries(content).flatMap(([type, { schema }]) => [
    ...(type === 'application/json' ? [] : [html`<p>Sent as <code>${type}</code>.</p>`]),
    ...shapesOf(schema).map(
      (shape, index) => html`${index > 0 && html`<p>or</p>`}${shapeTable(shape)}`,
    ),
  ]);
}

function shapeTable({ kind, fields }: Shape): Html {
  if (fields.length === 0) return html`<p>${kind}</p>`;
  return html`${kind !== 'object' && html`<p>${kind}, each with</p>`}${table(fields)}`;
}

function table(fields: Shape['fields']): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">What it is</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map(
        ({ name, kind, required }) =>
          html`<tr>
            <td><code>${name}</code>${!required && html` <i>may be absent</i>`}</td>
            <td>${kind}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
