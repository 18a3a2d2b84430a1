/** Texts that often break programs, chosen for the layers of this shop. */
export const naughtyTexts: readonly string[] = [
  // Empty, or looks empty.
  '',
  ' ',
  '\t\n',
  '\u00a0\u2003\u3000',
  '\u200b\u200c\u200d\ufeff',
  // Not accepted as text by databases and parsers.
  '\0',
  'before\0after',
  '\ud800',
  '\udc00x',
  'x\udbff',
  '\u0001\u0008\u001b[31mred\u007f',
  '\u0085\u2028\u2029',
  '\ufffe\uffff',
  // Long, tall or right-to-left.
  'x'.repeat(101),
  'x'.repeat(300),
  'x'.repeat(10_001),
  '💣'.repeat(2_000),
  `z${'\u0353\u036b\u0321'.repeat(50)}`,
  '\u202eright to left\u202c',
  'עִבְרִית العربية',
  '\u2067\u2066nested\u2069',
  // Characters with two encodings, and ligatures.
  'e\u0301',
  '\u00e9',
  'ﬁ',
  'İıŞß',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '𝕏𠜎𐍈',
  // SQL, its patterns, and the syntax of its full-text search.
  "'",
  "' or '1'='1",
  "'; drop table orders; --",
  '%',
  '_',
  '\\',
  "\\' union select token_hash from access_tokens --",
  '$1',
  '$$',
  '" OR -x & | ! :* <-> ()',
  '((((',
  ':*:*:*',
  'null',
  'undefined',
  'NULL',
  // Pages, mails, sheets, templates, shells, files.
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</textarea></title></script><svg onload=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '=HYPERLINK("http://evil.example","x")',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  '{{7*7}}',
  '${7*7}',
  '<%= 7*7 %>',
  '#{7*7}',
  '%s%n%x',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  String.raw`..\..\windows\win.ini`,
  'file:///etc/passwd',
  '/images/../../x',
  '$(id)`id`|id;id&id',
  'x\r\nBcc: everyone@example.com',
  'x\nSet-Cookie: a=b',
  // Almost numbers.
  '0',
  '-0',
  '-1',
  '1e309',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '١٢٣',
  '1,000',
  '999999999999',
  '9007199254740993',
  '99999999999999999999999999',
  '0.1000000001',
  // Properties of JavaScript's objects.
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[object Object]',
  'true',
  '[]',
  '{"$ne":null}',
];

/** Values of JSON that are not the text or the number a field asks for. */
export const naughtyJson: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  0.1 + 0.2,
  1.005,
  2 ** 31,
  2 ** 53,
  1e21,
  1e308,
  -1e308,
  5e-324,
  [],
  {},
  [[]],
  ['x'],
  [1, 2],
  { $ne: null },
  { toString: 1, valueOf: 1 },
  { length: -1 },
  { constructor: { prototype: { isAdmin: true } } },
];

/** Forged positions of cursors. */
const forgedPlaces: readonly unknown[] = [
  '0',
  '-1',
  '999999999999999',
  '-999999999999999',
  '-62135596800001',
  '253402300800000',
  '1e5',
  'NaN',
  '',
  '\0',
  '\ud800',
  "' or 1=1",
  null,
  0,
  {},
  ['x'],
];

const someId = '00000000-0000-4000-8000-000000000000';

/** Well-formed cursors with forged positions. */
export const naughtyCursors: readonly string[] = [
  ...forgedPlaces.map((place) => encoded([place, someId])),
  encoded(['0', 'x']),
  encoded(['0']),
  encoded({}),
  encoded(null),
  'bm90IGpzb24',
];

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Arrays nested 30,000 deep, as text: recursive parsers overflow the stack. */
export const deepArray = '['.repeat(30_000) + ']'.repeat(30_000);

/** The most effective ones, which are tried in every field in the short run too. */
export const crucialTexts: readonly string[] = ['\0', '\ud800', 'x'.repeat(10_001)];
export const crucialJson: readonly unknown[] = [null, 1e308, { toString: 1, valueOf: 1 }];
export const crucialCursors: readonly string[] = [
  encoded(['-999999999999999', someId]),
  encoded(['\0', someId]),
];
