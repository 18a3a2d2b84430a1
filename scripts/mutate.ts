// `npm run mutate`: mutation tests of the rules of money, stock and quantity, in a copy of the tree. Prints the mutants that no
// test notices; each needs a better test or a reason in `explained`.
// `npm run mutate -- seeded [words]`: plants faults that would lose money or stock (all, or those whose name contains the words)
// and prints the test that caught each.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { print } from '#server/print.ts';
import { root, run } from './run.ts';
import { seededFaults } from './seeded-faults.ts';
import { seededFaultsInBulk } from './seeded-faults-in-bulk.ts';

/** One way to break one line. */
interface Mutant {
  readonly file: string;
  readonly name: string;
  readonly source: string;
  readonly tests: readonly string[];
}

interface Target {
  readonly file: string;
  /** From this line on, if only a part of the file is about money, stock or quantity. */
  readonly from?: string;
  readonly to?: string;
  readonly tests: readonly string[];
}

const targets: readonly Target[] = [
  { file: 'contract/money.ts', tests: ['contract/money.test.ts', 'contract/order-rules.test.ts'] },
  { file: 'contract/order-rules.ts', tests: ['contract/order-rules.test.ts'] },
  {
    file: 'server/parts/store.ts',
    from: 'export function takeStock',
    to: '/** Writes one change of stock',
    tests: ['server/parts/store.test.ts', 'server/orders/cancel-order.test.ts'],
  },
  {
    file: 'server/parts/manage-parts-store.ts',
    from: 'export async function changeStock',
    to: "/** A change of a part's stock",
    tests: ['server/parts/manage-parts.test.ts'],
  },
];

/** Mutation operators: a pattern and its replacement. */
const operators: readonly (readonly [RegExp, string])[] = [
  [/ <= /, ' < '],
  [/ >= /, ' > '],
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ \* /, ' / '],
  [/ \/ /, ' * '],
  [/ % /, ' * '],
  [/'\+'/, "'-'"],
  [/'-'/, "'+'"],
  [/'>='/, "'>'"],
  [/Math\.min/, 'Math.max'],
  [/Math\.floor/, 'Math.ceil'],
  [/Math\.round/, 'Math.floor'],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/return 0;/, 'return 1;'],
  [/return \[\]/, 'return [0]'],
  [/!(?=[\w(])/, ''],
  [/\b99_999_999\b/, '99_999_998'],
  [/\b100\b/, '101'],
  [/\b50\b/, '51'],
  [/\.where\([^)]*\)\n/, '\n'],
];

/** Mutants that do not change the behaviour, and why. */
const explained: ReadonlyMap<string, string> = new Map([
  ['contract/money.ts: < → <=', 'no double lies exactly a billionth away from a cent'],
  ['contract/order-rules.ts: <= → <', 'at the minimum itself the next line answers the same'],
  [
    'contract/order-rules.ts: >= → >',
    'at the largest quantity itself the next lines answer the same',
  ],
  ['contract/order-rules.ts: > → >=', 'at the quantity itself the price is not lower'],
]);

function mutantsOf(target: Target): Mutant[] {
  const whole = readFileSync(path.join(root, target.file), 'utf8');
  const begin = target.from === undefined ? 0 : whole.indexOf(target.from);
  const end = target.to === undefined ? whole.length : whole.indexOf(target.to, begin);
  if (begin < 0 || end < 0)
    throw new Error(`${target.file} no longer holds what is to be mutated.`);
  return operators.flatMap(([pattern, wrong]) => {
    const everywhere = new RegExp(pattern, 'g');
    return [...whole.matchAll(everywhere)]
      .filter(({ index }) => index >= begin && index < end && isCode(whole, index))
      .map(({ index, 0: right }) => ({
        file: target.file,
        name: `${target.file}:${whole.slice(0, index).split('\n').length}: ${right.trim()} → ${wrong.trim() || 'nothing'}`,
        source: whole.slice(0, index) + wrong + whole.slice(index + right.length),
        tests: target.tests,
      }));
  });
}

/** Not in a comment, a type or an import. */
function isCode(source: string, index: number): boolean {
  const line = source
    .slice(source.lastIndexOf('\n', index) + 1, source.indexOf('\n', index))
    .trim();
  return !/^(?:\/\*|\*|\/\/|import |export (?:interface|type) |readonly )/.test(line);
}

/** Copies the tree; the packages are shared. */
function copyTree(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'underhood-mutate-'));
  for (const entry of [
    'contract',
    'server',
    'test',
    'web',
    'scripts',
    'docs',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
    cpSync(path.join(root, entry), path.join(copy, entry), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** The title of the first test that noticed; undefined when none did. */
async function noticedBy(copy: string, mutant: Mutant): Promise<string | undefined> {
  const file = path.join(copy, mutant.file);
  const right = readFileSync(file, 'utf8');
  writeFileSync(file, mutant.source);
  const report = path.join(copy, 'report.json');
  rmSync(report, { force: true });
  const { ok } = await run(
    'vitest',
    [
      'run',
      '--root',
      copy,
      '--bail=1',
      '--reporter=json',
      `--outputFile=${report}`,
      ...mutant.tests,
    ],
    {
      quiet: true,
      // A mutant may loop for ever.
      timeoutMs: 90_000,
    },
  );
  writeFileSync(file, right);
  return ok ? undefined : titleIn(report);
}

function titleIn(report: string): string {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: { fullName: string; status: string }[] }[];
    };
    const failed = testResults
      .flatMap((file) => file.assertionResults)
      .find((test) => test.status === 'failed');
    return failed?.fullName ?? 'a file that no longer loads';
  } catch {
    return 'no end within 90 s';
  }
}

async function mutateRules(copy: string): Promise<boolean> {
  const mutants = targets.flatMap(mutantsOf);
  const survivors: string[] = [];
  for (const mutant of mutants) {
    const title = await noticedBy(copy, mutant);
    if (title === undefined) survivors.push(mutant.name);
    print(`${title === undefined ? 'SURVIVED' : 'killed  '}  ${mutant.name}`);
  }
  const unexplained = survivors.filter((name) => !explained.has(name.replace(/:\d+:/, ':')));
  print(
    `\n${mutants.length} mutants, ${mutants.length - survivors.length} killed, ${survivors.length} survived`,
  );
  for (const name of survivors)
    print(`  ${name}: ${explained.get(name.replace(/:\d+:/, ':')) ?? 'NOT EXPLAINED'}`);
  return unexplained.length === 0;
}

async function plantFaults(copy: string, words: string): Promise<boolean> {
  let areAllCaught = true;
  for (const { name, file, right, wrong, tests } of [...seededFaults, ...seededFaultsInBulk].filter(
    (fault) => fault.name.includes(words),
  )) {
    const source = readFileSync(path.join(root, file), 'utf8');
    if (source.split(right).length !== 2)
      throw new Error(`${file} does not hold exactly one '${right}' (${name}).`);
    const title = await noticedBy(copy, {
      file,
      name,
      source: source.replace(right, () => wrong),
      tests,
    });
    areAllCaught &&= title !== undefined;
    print(
      `${title === undefined ? 'NOT CAUGHT' : 'caught    '}  ${name}${title === undefined ? '' : `\n            by: ${title}`}`,
    );
  }
  return areAllCaught;
}

const copy = copyTree();
try {
  const [form, ...words] = process.argv.slice(2);
  const isWell =
    form === 'seeded' ? await plantFaults(copy, words.join(' ')) : await mutateRules(copy);
  process.exitCode = isWell ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
