import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walls } from '#web/vite-guard.ts';

const root = path.join(import.meta.dirname, '..');
const folders = ['contract', 'server', 'web', 'test', 'scripts'];

/** A copy of the project's rules in a temporary folder, into which files with forbidden imports are written. */
let planted: string;

beforeAll(() => {
  planted = mkdtempSync(path.join(tmpdir(), 'underhood-walls-'));
  for (const file of [
    'package.json',
    'tsconfig.json',
    'oxlint.config.ts',
    'oxlint.imports.ts',
    'oxlint.walls.ts',
    'contract/tsconfig.json',
  ])
    cpSync(path.join(root, file), path.join(planted, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(planted, 'node_modules'), 'junction');
});

afterAll(() => rmSync(planted, { recursive: true, force: true }));

function plant(place: string, content: string): void {
  const file = path.join(planted, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function tool(name: 'oxlint' | 'tsc', parameters: string[]): Promise<string> {
  const program = path.join(
    root,
    'node_modules',
    { oxlint: 'oxlint/bin/oxlint', tsc: 'typescript/bin/tsc' }[name],
  );
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...parameters],
      { cwd: planted, maxBuffer: 64 * 1024 * 1024 },
      (_error, output) => resolve(output),
    );
  });
}

/** The rules that each planted file breaks, according to the linter. */
async function broken(): Promise<Map<string, Set<string>>> {
  const report = JSON.parse(
    await tool('oxlint', [
      '-f',
      'json',
      ...folders.filter((folder) => readdirSync(planted).includes(folder)),
    ]),
  ) as {
    diagnostics: { filename: string; code: string }[];
  };
  const rules = new Map<string, Set<string>>();
  for (const { filename, code } of report.diagnostics) {
    const place = filename.replaceAll('\\', '/');
    rules.set(place, (rules.get(place) ?? new Set()).add(code.replace(/^.*\((.+)\)$/, '$1')));
  }
  return rules;
}

const wall = 'no-restricted-imports';

/** Forbidden imports: the importing file, and what it imports. */
const refusedImports: readonly [place: string, specifier: string][] = [
  ['contract/a.ts', '#server/shop.ts'],
  ['contract/b.ts', '#web/paths.ts'],
  ['contract/c.ts', 'node:fs'],
  ['contract/d.ts', 'zod'],
  ['contract/colour-rules.ts', 'zod/mini'],
  ['server/parts/a.ts', '#web/paths.ts'],
  ['server/parts/b.ts', 'react'],
  ['server/parts/c.ts', '#test/harness.ts'],
  ['server/parts/d.ts', '#server/orders/place-order.ts'],
  ['server/parts/e.ts', '#server/third-parties/cards/sandbox/wire.ts'],
  ['server/parts/f.ts', 'stripe'],
  ['server/parts/g.ts', 'pg'],
  ['server/parts/h.ts', '@electric-sql/pglite'],
  ['server/orders/a.ts', '#server/users/handlers.ts'],
  ['server/payments/a.ts', '#server/reviews/handlers.ts'],
  ['server/reviews/a.ts', '#server/payments/handlers.ts'],
  ['server/users/a.ts', '#server/parts/handlers.ts'],
  ...[
    'backup',
    'rate-limit',
    'doctor',
    'history',
    'holds',
    'idempotency',
    'mails',
    'metrics',
    'operator',
    'people',
    'security-events',
  ].map((folder): [string, string] => [`server/${folder}/a.ts`, '#server/orders/place-order.ts']),
  ['server/http/a.ts', '#server/parts/store.ts'],
  ['server/http/b.ts', '#server/third-parties/identity/embedded/auth.ts'],
  ['server/db/a.ts', '#server/orders/store.ts'],
  ['server/third-parties/cards/a.ts', '#server/orders/store.ts'],
  ['server/b.ts', '@electric-sql/pglite'],
  ['web/home/a.ts', '#server/shop.ts'],
  ['web/home/b.ts', 'node:fs'],
  ['web/home/c.ts', '#test/samples.ts'],
  ['web/home/d.ts', 'kysely'],
  ['web/home/e.ts', '#web/blog/blog-page.tsx'],
  ['web/home/f.ts', './pieces/card.ts'],
  ['web/home/g.ts', '#web/home/index.ts'],
  ['web/ui/a.ts', '#web/parts/part-card.tsx'],
];

const allowedImports: readonly [place: string, specifier: string][] = [
  ['contract/z.ts', './money.ts'],
  ['contract/y.ts', 'zod/mini'],
  ['contract/shape-rules.ts', './money.ts'],
  ['server/parts/z.ts', '#server/orders/store.ts'],
  ['server/parts/y.ts', '#server/third-parties/cards/port.ts'],
  ['server/parts/x.ts', '#contract/money.ts'],
  ['server/parts/w.ts', '#server/db/new-id.ts'],
  ['server/orders/z.ts', '#server/payments/end-open-payment.ts'],
  ['server/doctor/z.ts', '#server/payments/settle.ts'],
  ['server/third-parties/cards/z.ts', 'stripe'],
  ['server/db/z.ts', 'pg'],
  ['server/db/embedded/z.ts', '@electric-sql/pglite'],
  ['server/z.ts', '#server/third-parties/cards/sandbox/wire.ts'],
  ['web/home/z.ts', '#contract/money.ts'],
  ['web/home/y.ts', '#web/ui/button.tsx'],
  ['web/ui/z.ts', '#web/paths.ts'],
];

/** Other offences: the rule that must find it, the file and its content. */
const refusedHabits: readonly [rule: string, place: string, content: string][] = [
  [
    'no-restricted-imports',
    'server/parts/lazy.ts',
    "export const lazy = () => import('#web/paths.ts');\n",
  ],
  ['no-restricted-imports', 'web/home/typed.ts', "export type { Shop } from '#server/shop.ts';\n"],
  ['same-folder', 'server/parts/near.ts', "import '#server/parts/z.ts';\n"],
  ['same-folder', 'web/ui/near.ts', "export * from '#web/ui/z.ts';\n"],
  ['no-relative-parent-imports', 'server/parts/up.ts', "export { z } from '../z.ts';\n"],
  [
    'no-cycle',
    'contract/one.ts',
    "import { two } from './two.ts';\n\nexport const one = (): number => two();\n",
  ],
  [
    'no-cycle',
    'contract/two.ts',
    "import { one } from './one.ts';\n\nexport const two = (): number => one();\n",
  ],
  ['no-default-export', 'server/parts/plain.ts', 'export default 1;\n'],
  [
    'no-floating-promises',
    'server/parts/floating.ts',
    'const wait = async () => 1;\n\nexport function go() {\n  wait();\n}\n',
  ],
  ['no-console', 'server/parts/loud.ts', "console.log('heard');\n"],
  [
    'no-explicit-any',
    'server/parts/vague.ts',
    'export const vague = (given: any) => String(given);\n',
  ],
  ['no-warning-comments', 'server/parts/later.ts', '// fixme: later\nexport const later = 1;\n'],
  ['filename-case', 'server/parts/CamelCase.ts', 'export const camel = 1;\n'],
  ['max-lines', 'server/parts/long.ts', `export const long = [\n${'  1,\n'.repeat(250)}];\n`],
  [
    'max-lines-per-function',
    'server/parts/tall.ts',
    `export function tall() {\n  return [\n${'    1,\n'.repeat(60)}  ];\n}\n`,
  ],
  [
    'max-params',
    'server/parts/wide.ts',
    'export const wide = (a: number, b: number, c: number, d: number, e: number) => a + b + c + d + e;\n',
  ],
  [
    'max-depth',
    'server/parts/deep.ts',
    'export function deep(n: number) {\n  if (n > 1) {\n    if (n > 2) {\n      if (n > 3) {\n        if (n > 4) return 4;\n      }\n    }\n  }\n  return n;\n}\n',
  ],
  [
    'no-focused-tests',
    'server/parts/only.test.ts',
    "import { expect, test } from 'vitest';\n\ntest.only('one', () => expect(1).toBe(1));\n",
  ],
  [
    'no-disabled-tests',
    'server/parts/skipped.test.ts',
    "import { expect, test } from 'vitest';\n\ntest.skip('one', () => expect(1).toBe(1));\n",
  ],
];

describe('the linter', () => {
  let rules: Map<string, Set<string>>;

  beforeAll(async () => {
    for (const [place, specifier] of [...refusedImports, ...allowedImports])
      plant(place, `import * as asked from '${specifier}';\n\nexport const held = asked;\n`);
    for (const [, place, content] of refusedHabits) plant(place, content);
    rules = await broken();
  });

  test.each(refusedImports)('refuses that %s imports %s', (place) => {
    expect(rules.get(place)).toContain(wall);
  });

  test.each(allowedImports)('lets %s import %s', (place) => {
    expect(rules.get(place) ?? new Set()).not.toContain(wall);
  });

  test.each(refusedHabits)('refuses by %s what stands in %s', (rule, place) => {
    expect(rules.get(place)).toContain(rule);
  });
});

test.each([
  'window.name',
  'process.pid',
  "fetch('/')",
  'new URL("a:b")',
  'setTimeout(String)',
  "console.log('')",
])(
  'contract/ does not compile with %s: neither browser nor Node is known there',
  async (impure) => {
    plant('contract/impure.ts', `export const impure = () => ${impure};\n`);
    const output = await tool('tsc', ['-p', 'contract']);
    rmSync(path.join(planted, 'contract/impure.ts'));
    expect(output).toMatch(/contract\/impure\.ts\(1,\d+\): error TS(?:2304|2552|2580|2584|2591)/);
  },
);

test.each(['#server/secret.ts', 'node:fs', 'fs', '../server/secret.ts'])(
  'the build refuses a page that imports %s',
  async (specifier) => {
    plant('server/secret.ts', 'export const readFileSync = 1;\n');
    plant(
      'web/leak.ts',
      `import { readFileSync } from '${specifier}';\n\nconsole.log(readFileSync);\n`,
    );
    const input = path.join(planted, 'web/leak.ts');
    const building = (plugins: ReturnType<typeof walls>[]) =>
      build({
        root: planted,
        configFile: false,
        logLevel: 'silent',
        plugins,
        build: { write: false, rolldownOptions: { input } },
      });
    await expect(building([walls(planted)])).rejects.toThrow(
      `may not import ${specifier}: pages know only #contract and #web.`,
    );
    await expect(building([])).resolves.toBeDefined();
  },
);

/** The paths of all source files. */
function sources(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((found) => found.isFile() && /\.(?:[jt]sx?|mjs|cjs)$/.test(found.name))
      .map((found) =>
        path.relative(root, path.join(found.parentPath, found.name)).replaceAll(path.sep, '/'),
      ),
  );
}

describe('the tree', () => {
  test('has no barrels and no junk drawers', () => {
    const junk = sources().filter((place) =>
      /(?:^|\/)index\.[jt]sx?$|(?:^|\/)(?:utils?|lib|helpers?|common|misc)\//.test(place),
    );
    expect(junk).toEqual([]);
  });

  test('names every file and folder in kebab-case', () => {
    const odd = sources().filter(
      (place) =>
        !place.split('/').every((part) => /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/.test(part)),
    );
    expect(odd).toEqual([]);
  });

  test('has no JSX on the server, which Node runs as it stands', () => {
    expect(
      sources().filter((place) => place.startsWith('server/') && place.endsWith('.tsx')),
    ).toEqual([]);
  });

  test('switches a rule of the linter off only with its reason in the line or above it', () => {
    const silent = sources()
      .filter((place) => place !== 'test/architecture.test.ts')
      .flatMap((place) => {
        const lines = readFileSync(path.join(root, place), 'utf8').split('\n');
        return lines.map((line, index) => ({ place, line, above: lines[index - 1] ?? '' }));
      })
      .filter(({ line }) =>
        /(?:oxlint|eslint)-disable|@ts-(?:expect-error|ignore|nocheck)/.test(line),
      )
      .filter(
        ({ line, above }) =>
          !/ -- \S|@ts-expect-error \S/.test(line) && !/^\s*(?:\/\/|\*)/.test(above),
      );
    expect(silent).toEqual([]);
  });
});
