import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useShop } from '#test/use-shop.ts';
import { fieldsOf } from './api-docs-fields.ts';
import { openApiDocument } from './openapi.ts';
import { html } from './html.ts';

interface Documented {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        'x-access': string;
        responses: Record<string, { description: string }>;
      }
    >
  >;
}

const shop = await useShop();
const page = await shop.request('GET', '/api/docs');
const { paths } = (await shop.request('GET', '/api/openapi.json')).body as Documented;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

/** The page's piece about one call. */
function cardOf(call: string): string {
  return (
    (page.body as string)
      .split('<article ')
      .find((piece) => piece.includes(`data-call="${call}"`)) ?? ''
  );
}

describe('the page at /api/docs', () => {
  test('has every served call once, each with a link to it, and no other', () => {
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    const shown = [...(page.body as string).matchAll(/data-call="([^"]+)"/g)].map(
      ([, call = '']) => call,
    );
    expect(shown.toSorted()).toEqual(operations.map(({ call }) => call).toSorted());
    const linked = [...(page.body as string).matchAll(/<li>\s*<a href="#(\w+)"/g)].map(
      ([, id = '']) => id,
    );
    expect(linked.toSorted()).toEqual(
      operations.map(({ operation }) => operation.operationId).toSorted(),
    );
  });

  test('says of every call who may make it and every refusal it may give', () => {
    for (const { call, operation } of operations) {
      const card = cardOf(call);
      expect(card).toContain(`<b>${operation['x-access']}</b>`);
      const refusals = Object.values(operation.responses).flatMap(({ description }) =>
        [...description.matchAll(/^`(\w+)`/gm)].map(([, code]) => code),
      );
      expect(refusals.filter((code) => !card.includes(`<code>${code}</code>`))).toEqual([]);
    }
  });

  test('shows parameters, body and answer in words', () => {
    const order = cardOf('POST /orders').replaceAll(/\s+/g, ' ');
    expect(order).toMatch(/<code>productId<\/code> id ?<\/li>/);
    expect(order).toMatch(/<code>quantity<\/code> number or number as text ?<\/li>/);
    expect(order).toMatch(/<code>name<\/code> [^<]+ <i>may be absent<\/i>/);
    expect(order).toContain('Answer 201');
    expect(order).toMatch(/<code>insertedId<\/code> id ?<\/li>/);
    expect(cardOf('GET /orders')).toContain('<h3>In the query</h3>');
  });

  test('runs no script and asks no other origin for anything', () => {
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; /);
    expect(policy).not.toContain('script-src');
    expect(page.body).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(page.body).not.toMatch(/(?:href|src|action)="(?:https?:|\/\/)|url\(|@import/i);
    const [, style = ''] = (page.body as string).split(/<style>|<\/style>/);
    expect(style.length).toBeGreaterThan(500);
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
  });
});

test('an upload is documented as a form with one file', () => {
  expect(openApiDocument(['uploadImage'])).toMatchObject({
    paths: {
      '/images': {
        post: {
          requestBody: {
            content: {
              'multipart/form-data': { schema: { properties: { image: { format: 'binary' } } } },
            },
          },
        },
      },
    },
  });
});

test('a text in the page stays a text', () => {
  expect(
    html`<p title="${'"'}">${['<b>', "'&'"]}${false}${undefined}${html`<i>${1}</i>`}</p>`.markup,
  ).toBe('<p title="&quot;">&lt;b&gt;&#39;&amp;&#39;<i>1</i></p>');
});

test.each([
  [
    {
      type: 'array',
      items: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    },
    'a list of objects (url text)',
  ],
  [
    { oneOf: [{ type: 'object', properties: { key: { type: 'string' } } }, { type: 'null' }] },
    'a object or null (key text may be absent)',
  ],
  [
    {
      anyOf: [
        { type: 'object', properties: { a: { const: 1 } }, required: ['a'] },
        { type: 'object', properties: { b: { const: 2 } }, required: ['b'] },
      ],
    },
    'a object (a 1) or (b 2)',
  ],
  [
    {
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          items: { type: 'object', properties: { at: { type: 'integer', minimum: 1 } } },
        },
      },
    },
    'a object (rows list of objects may be absent (at whole number, at least 1 may be absent))',
  ],
  [{ type: ['string', 'null'] }, 'a text or null'],
  [{ enum: ['a', 'b'] }, 'a "a" or "b"'],
  [{}, 'a anything'],
])('a field of %j is said: %s', (schema, said) => {
  const text = html`${fieldsOf({ properties: { a: schema }, required: ['a'] })}`.markup
    .replaceAll('<ul>', ' (')
    .replaceAll('</ul>', ')')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\() | (?=\))/g, '')
    .trim();
  expect(text).toBe(`(${said})`);
});
