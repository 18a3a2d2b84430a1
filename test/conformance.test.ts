import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseSync, type ESTree } from 'vite';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (place: string): string => readFileSync(path.join(root, place), 'utf8');

/** SHA-256 of the specification as received, without our numbers. */
const received = 'a633f46001514260ea4fe6ef414ab3b5b33a172bf3682abd6e8a09e7f03d2c2d';
const mark = /\[(\d+\.\d+)\] /g;

const spec = read('docs/spec.md');
const conformance = read('docs/conformance.md');
const numbers = [...spec.matchAll(mark)].map(([, number]) => number ?? '');
const decisions = readdirSync(path.join(root, 'docs', 'decisions')).map((name) => name.slice(0, 4));

/** A row of docs/conformance.md: the tests that prove a sentence, and the decisions that bend it or fill its silence. */
interface Proof {
  readonly number: string;
  readonly tests: readonly string[];
  readonly bentBy: readonly string[];
  readonly filledBy: readonly string[];
  /** What stands in the cell besides these. */
  readonly rest: string;
}

const decidedBy = (cell: string, how: 'bent' | 'filled'): readonly string[] =>
  [...cell.matchAll(new RegExp(`(?:^|<br>)${how} by \\[(\\d{4})\\]\\(decisions/\\1-`, 'g'))].map(
    ([, name]) => name ?? '',
  );

const proofs: readonly Proof[] = [...conformance.matchAll(/^\| (\d+\.\d+) \| (.*) \|$/gm)].map(
  ([, number = '', cell = '']) => ({
    number,
    tests: [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
    bentBy: decidedBy(cell, 'bent'),
    filledBy: decidedBy(cell, 'filled'),
    rest: cell
      .split('<br>')
      .filter(
        (one) => !/^`[^`]+`$|^(?:bent|filled) by \[\d{4}\]\(decisions\/[\w-]+\.md\)$/.test(one),
      )
      .join(),
  }),
);

test('docs/spec.md is the specification word by word, but for the numbers', () => {
  expect(createHash('sha256').update(spec.replaceAll(mark, '')).digest('hex')).toBe(received);
});

test('every sentence, bullet and table row has a number, counted from 1 in each section', () => {
  const bare = spec
    .split('\n')
    .filter(
      (line, index, lines) =>
        !/^#|^$|^\|[-|]+\|$/.test(line) && !lines[index + 1]?.startsWith('|-'),
    )
    .filter((line) => !/^(?:- |\| )?\[\d+\.\d+\] /.test(line));
  expect(bare).toEqual([]);
  const expected = Object.entries(
    Object.groupBy(numbers, (number) => number.split('.')[0] ?? ''),
  ).flatMap(([section, those = []]) => those.map((_number, index) => `${section}.${index + 1}`));
  expect(numbers).toEqual(expected);
});

test('no numbered sentence goes on into a second one without a number of its own', () => {
  // Quoted texts may contain full stops.
  const pieces = spec
    .split(/\[\d+\.\d+\] |\n/)
    .map((piece) => piece.replaceAll(/(?<=[\s(])'.*?'(?=[\s.,;:)/])/g, 'quoted'));
  expect(pieces.filter((piece) => /[.!?] +[A-Z]/.test(piece.replace(/^#.*/, '')))).toEqual([]);
});

test('every number is mapped once, in the order of the specification, and no other is', () => {
  expect(proofs.map(({ number }) => number)).toEqual(numbers);
});

test('every sentence has a test that proves it or a decision that bends or fills it', () => {
  expect(
    proofs
      .filter(({ tests, bentBy, filledBy }) => tests.length + bentBy.length + filledBy.length === 0)
      .map(({ number }) => number),
  ).toEqual([]);
});

test('a row says nothing but tests, and by which decisions its sentence is bent or filled, never both', () => {
  expect(proofs.filter(({ rest }) => rest !== '')).toEqual([]);
  expect(proofs.filter((one) => one.bentBy.length > 0 && one.filledBy.length > 0)).toEqual([]);
});

test('every test that is named as a proof exists', () => {
  const known = new Map<string, ReadonlySet<string>>();
  const isThere = (name: string): boolean => {
    const [place = '', ...titles] = name.split(' › ');
    if (!/\.(?:test|e2e)\.tsx?$/.test(place) || !existsSync(path.join(root, place))) return false;
    if (!known.has(place)) known.set(place, testsOf(place));
    return known.get(place)?.has(titles.join(' › ')) ?? false;
  };
  const missing = proofs.flatMap(({ number, tests }) =>
    tests.filter((name) => !isThere(name)).map((name) => `${number}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every decision that is named as bending or filling a sentence exists', () => {
  const missing = proofs.flatMap(({ number, bentBy, filledBy }) =>
    [...bentBy, ...filledBy]
      .filter((name) => !decisions.includes(name))
      .map((name) => `${number}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('docs/conformance.md gives the figures that come out of it', () => {
  const bent = proofs.filter(({ bentBy }) => bentBy.length > 0);
  const filled = proofs.filter(({ filledBy }) => filledBy.length > 0);
  const proven = proofs.filter(
    ({ tests, bentBy, filledBy }) => tests.length > 0 && bentBy.length + filledBy.length === 0,
  );
  const unmapped = numbers.length - bent.length - filled.length - proven.length;
  const figures = [
    `${numbers.length} numbered sentences: ${proven.length} proven by test, ${bent.length} bent by decision, ${filled.length} filled by decision, ${unmapped} unmapped.`,
    `Bent: ${countOf(bent.flatMap(({ bentBy }) => bentBy))}.`,
    `Filled: ${countOf(filled.flatMap(({ filledBy }) => filledBy))}.`,
  ];
  process.stdout.write(`${figures.join(' ')}\n`);
  expect(conformance).toContain(figures.join('\n'));
});

/** How often each decision is named, as `0005: 2, 0010: 13`. */
function countOf(names: readonly string[]): string {
  return [...new Set(names)]
    .toSorted()
    .map((name) => `${name}: ${names.filter((one) => one === name).length}`)
    .join(', ');
}

/** The full names of a file's tests: the titles of their groups, then their own. */
function testsOf(place: string): ReadonlySet<string> {
  const source = read(place);
  const { body } = parseSync(place, source).program;
  const starters = startersOf(body);
  const names = new Set<string>();
  const visit = (node: unknown, above: readonly string[]): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, above));
    if (node === null || typeof node !== 'object') return;
    const kind = isNode(node, 'CallExpression') ? kindOf(node.callee, starters) : undefined;
    if (kind === undefined) return Object.values(node).forEach((one) => visit(one, above));
    const call = node as ESTree.CallExpression;
    const title = titleOf(call.arguments[0], source);
    if (kind === 'test' && title !== undefined) names.add([...above, title].join(' › '));
    if (kind === 'group')
      call.arguments
        .slice(1)
        .forEach((one) => visit(one, title === undefined ? above : [...above, title]));
  };
  visit(body, []);
  return names;
}

/** The names by which a file imports `test`: journeys may import it under another name. */
function startersOf(body: ESTree.Program['body']): ReadonlySet<string> {
  const imported = body
    .flatMap((statement) => (isNode(statement, 'ImportDeclaration') ? statement.specifiers : []))
    .filter((one) => isNode(one, 'ImportSpecifier'))
    .filter(
      (one) => isNode(one.imported, 'Identifier') && ['test', 'it'].includes(one.imported.name),
    );
  return new Set(imported.map((one) => one.local.name));
}

function isNode<T extends ESTree.Node['type']>(
  node: object,
  type: T,
): node is Extract<ESTree.Node, { type: T }> {
  return 'type' in node && node.type === type;
}

/** `test('…', …)`, `it.each(…)('…', …)`, `describe('…', …)`, `test.describe.serial('…', …)`; undefined for any other call. */
function kindOf(callee: ESTree.Node, starters: ReadonlySet<string>): 'test' | 'group' | undefined {
  const [first = '', ...rest] = wordsOf(callee);
  if (first === 'describe' || (starters.has(first) && rest[0] === 'describe'))
    return rest.includes('configure') ? undefined : 'group';
  return starters.has(first) && rest.every((word) => word === 'each()' || word === 'for()')
    ? 'test'
    : undefined;
}

function wordsOf(node: ESTree.Node): readonly string[] {
  if (isNode(node, 'Identifier')) return [node.name];
  if (isNode(node, 'MemberExpression') && isNode(node.property, 'Identifier'))
    return [...wordsOf(node.object), node.property.name];
  if (!isNode(node, 'CallExpression')) return ['?'];
  const words = wordsOf(node.callee);
  return [...words.slice(0, -1), `${words.at(-1)}()`];
}

/** A title as written, with its placeholders. */
function titleOf(node: ESTree.Node | undefined, source: string): string | undefined {
  if (node === undefined) return undefined;
  if (isNode(node, 'Literal') && typeof node.value === 'string') return node.value;
  return isNode(node, 'TemplateLiteral') ? source.slice(node.start + 1, node.end - 1) : undefined;
}
