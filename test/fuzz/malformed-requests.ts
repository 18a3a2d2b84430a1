import { deepArray } from './naughty-values.ts';

/** A body with its headers. */
interface Envelope {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer;
}

const json = { 'content-type': 'application/json' };

/** Bodies that are other JSON than expected, or no JSON. */
export function brokenBodies(whole: string | Buffer = '{}'): Envelope[] {
  const text = whole.toString();
  const inJson = (payload: string | Buffer): Envelope => ({ headers: json, payload });
  const as = (type: string): Envelope => ({ headers: { 'content-type': type }, payload: whole });
  const everyFieldDeep = text.replaceAll(/:("(?:[^"\\]|\\.)*"|[\d.]+)/g, `:${deepArray}`);
  return [
    ...[
      '',
      ' ',
      '{',
      '[',
      '"',
      '{}',
      '[]',
      'null',
      'true',
      '1',
      '"x"',
      'undefined',
      'NaN',
      '{"a":1e309}',
      '{"a":-0}',
    ].map(inJson),
    ...[
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '{"\\u005f_proto__":1}',
      '{a:1}',
      "{'a':1}",
    ].map(inJson),
    inJson(text.slice(0, -1)),
    inJson(text.slice(0, Math.floor(text.length / 2))),
    inJson(`${text}${text}`),
    inJson(`[${text}]`),
    inJson(`\ufeff${text}`),
    inJson(text.replace('{', '{"__proto__":{"x":1},')),
    // The same key twice: the last one counts.
    inJson(
      text
        .replace('{', '{"name":1,"price":[],"quantity":{},"rating":null,')
        .replace('}', ',"name":2}'),
    ),
    inJson(deepArray),
    inJson(`{"name":${deepArray},"price":${deepArray}}`),
    inJson('{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000)),
    inJson(
      everyFieldDeep.length < 250_000 ? everyFieldDeep : text.replace(/:[^,}]*/, `:${deepArray}`),
    ),
    inJson(`{"name":"${'x'.repeat(300_000)}"}`),
    inJson(`{"price":${'9'.repeat(10_000)}}`),
    inJson(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
    inJson(Buffer.from(text, 'utf16le')),
    ...[
      'text/plain',
      'text/html',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'x',
      '',
    ].map(as),
    ...[
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/json;;;',
      'application/json/x',
    ].map(as),
  ];
}

/** Malformed multipart forms. */
export function brokenForms(whole: {
  headers: Readonly<Record<string, string>>;
  payload?: string | Buffer;
}): Envelope[] {
  const form = Buffer.from(whole.payload ?? '');
  const latin = form.toString('latin1');
  const changed = (from: string, to: string): Envelope => ({
    headers: whole.headers,
    payload: Buffer.from(latin.replace(from, to), 'latin1'),
  });
  const cut = (bytes: number): Envelope => ({
    headers: whole.headers,
    payload: form.subarray(0, bytes),
  });
  return [
    cut(0),
    cut(1),
    cut(60),
    cut(Math.floor(form.length / 2)),
    cut(form.length - 4),
    changed('name="image"', 'name="__proto__"'),
    changed('name="image"', 'name="constructor"'),
    changed('name="image"', 'name="picture"'),
    changed('name="image"', 'name=""'),
    changed('; name="image"', ''),
    changed('filename="picture.png"', 'filename="../../../../etc/passwd"'),
    changed('; filename="picture.png"', ''),
    changed('filename="picture.png"', `filename="${'x'.repeat(70_000)}"`),
    changed('image/png', 'text/html'),
    changed('\x89PNG', '<svg'),
    changed('\x89PNG', 'GIF89a'),
    changed('IHDR', 'XXXX'),
    changed('IDAT', 'IEND'),
    { headers: whole.headers, payload: Buffer.concat([form, form]) },
    { headers: { 'content-type': 'multipart/form-data' }, payload: form },
    { headers: { 'content-type': 'multipart/form-data; boundary=' }, payload: form },
    {
      headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(500)}` },
      payload: form,
    },
    { headers: { 'content-type': 'multipart/mixed; boundary=x' }, payload: form },
    { headers: json, payload: '{}' },
    { headers: { 'content-type': 'image/png' }, payload: form },
    { headers: { 'content-type': '' }, payload: form },
  ];
}

/** Malformed paths, derived from the operation's own. */
export function brokenPaths(path: string): string[] {
  const odd = [
    '%',
    '%zz',
    '%00',
    '%ff',
    '%c0%af',
    '%ed%a0%80',
    '%2e%2e%2f',
    '..%5c',
    '%20',
    'a%2fb',
    '*',
    ':id',
    'x'.repeat(255),
    'x'.repeat(5_000),
  ];
  const filled = path.includes('{')
    ? odd.map((value) => path.replaceAll(/\{\w+\}/g, value))
    : odd.map((value) => `${path}/${value}`);
  return [...filled, `${path.replaceAll(/\{\w+\}/g, 'x')}/`, path.replaceAll(/\{\w+\}/g, '')].map(
    (one) => `/api${one}`,
  );
}

/** Malformed query strings. */
export const brokenQueries: readonly string[] = [
  '%',
  '=%',
  'limit=%zz',
  'q=%',
  'q=%00',
  'q=%ff%fe',
  'q=%ed%a0%80',
  'email=%00',
  'id=%00',
  'limit=1&limit=2',
  'q=a&q=b',
  'email=a@example.com&email=b@example.com',
  'id=1&id=2',
  'cursor=a&cursor=b',
  'limit[]=1',
  'limit[$gt]=0',
  'q[__proto__]=x',
  '__proto__=x',
  'constructor=x',
  '&&&===',
  '?',
  `q=${'x'.repeat(10_000)}`,
  Array.from({ length: 2_000 }, (_, at) => `p${at}=${at}`).join('&'),
];

/** Malformed headers: tokens, idempotency keys, content negotiation. */
export const brokenHeaders: readonly Readonly<Record<string, string>>[] = [
  { authorization: 'Bearer' },
  { authorization: 'Bearer null' },
  { authorization: 'Bearer a.b.c' },
  { authorization: `Bearer ${'x'.repeat(8_000)}` },
  { authorization: 'Bearer \u00e9\u00ff' },
  { authorization: "Bearer ' or 1=1" },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': '\u00e9\u00ff\u0080' },
  { 'idempotency-key': "'; drop table orders; --" },
  { 'if-none-match': '"*", W/"x", ,,"' },
  { 'accept-encoding': 'br;q=x, gzip;q=0, *' },
  { accept: 'text/html' },
  { 'content-encoding': 'gzip' },
  { cookie: '=; __proto__=x; a=%' },
  { 'x-http-method-override': 'DELETE' },
  { 'transfer-encoding': 'identity' },
  { range: 'bytes=0-0,5-1' },
];
