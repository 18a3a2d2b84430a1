import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/api.ts';
import { errors } from '#contract/errors.ts';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';
import { variables } from '#server/start/variables.ts';
import routes from '#web/routes.ts';

const root = path.join(import.meta.dirname, '..');
const read = (place: string): string => readFileSync(path.join(root, place), 'utf8');
const inPackage = JSON.parse(read('package.json')) as Record<
  'scripts' | 'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>;
/** The specification as it was received, without the numbers of its sentences. */
const spec = read('docs/spec.md').replaceAll(/\[\d+\.\d+\] /g, '');
/** The documents we maintain; the specification and the decisions about it are kept as received. */
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...listed('docs').filter((place) => !/^docs\/spec(?:-decisions)?\.md$/.test(place)),
];

function listed(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')));
}

/** The part of a document below a heading, up to the next one. */
function section(document: string, heading: string): string {
  const [, found] = document.split(new RegExp(`^#+ ${heading}.*$`, 'm'));
  return (found ?? '').split(/^#+ /m)[0] ?? '';
}

/** The texts in backticks in the first column of a table. */
function firstColumn(table: string): string[] {
  return table.split('\n').flatMap((row) => row.match(/^\| `([^`]+)` \|/)?.[1] ?? []);
}

/** Every address of the table of pages, as the specification writes them. */
function pagesOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path: own, children, index }) => {
    const place = own === undefined ? above : `${above}/${own.replaceAll(/:(\w+)/g, '{$1}')}`;
    const below = pagesOf(children ?? [], place);
    return index || children === undefined ? [place || '/', ...below] : below;
  });
}

/** The rows of Spec §7: method, path, and the rest of the first cell. */
function rowsOfCalls() {
  return [
    ...section(spec, '7\\. The calls it makes').matchAll(
      /^\| (GET|POST|PUT|PATCH|DELETE) (\/[^ ?|]*)([^|]*)/gm,
    ),
  ];
}

describe('docs/spec.md', () => {
  test('has the calls that the contract has, and no other', () => {
    const specified = rowsOfCalls().map(([, method, address]) => `${method} ${address}`);
    const beyond = firstColumn(section(read('docs/paths.md'), 'Calls'));
    const contract = Object.values(calls).map((call) => `${call.method} ${call.path}`);
    expect(specified).toHaveLength(18);
    expect(contract.toSorted()).toEqual([...specified, ...beyond].toSorted());
    expect(contract.slice(0, 18)).toEqual(specified);
  });

  test('sends a bearer to none but calls that take one', () => {
    const bearers = rowsOfCalls().filter(([, , , more = '']) => more.includes('(bearer)'));
    const accessOf = (method = '', address = '') =>
      Object.values(calls).find((call) => call.method === method && call.path === address)?.access;
    expect(bearers.length).toBe(8);
    expect(
      bearers.filter(([, method, address]) =>
        [undefined, 'open', 'link'].includes(accessOf(method, address)),
      ),
    ).toEqual([]);
  });
});

describe('docs/paths.md', () => {
  test('lists every page beyond Spec §2, and no other', () => {
    const table = section(spec, 'Routes').matchAll(
      /^\| ([^|]+) \| (?:open|login required|no guard shown) \|/gm,
    );
    const specified = [...table]
      .flatMap(([, cell]) => (cell ?? '').split(' and '))
      .map((page) => (page === 'any other path' ? '/*' : page.startsWith('/') ? page : `/${page}`));
    const children = [
      'my-orders',
      'add-a-review',
      'add-a-review/{id}',
      'my-profile',
      'manage-users',
      'manage-orders',
      'add-products',
      'manage-products',
    ];
    const inSpec = new Set([...specified, ...children.map((child) => `/dashboard/${child}`)]);
    const beyond = pagesOf(routes).filter((page) => !inSpec.has(page));
    expect(beyond.toSorted()).toEqual(
      firstColumn(section(read('docs/paths.md'), 'Pages')).toSorted(),
    );
  });
});

test("docs/errors.md has every refusal, word by word, in the contract's order", () => {
  const rows = read('docs/errors.md')
    .split('\n')
    .filter((row) => row.startsWith('| `'));
  expect(rows).toEqual(
    Object.entries(errors).map(
      ([code, [status, sentence]]) => `| \`${code}\` | ${status} | ${sentence} |`,
    ),
  );
});

test.each([
  'part',
  'piece',
  'customer',
  'guest',
  'admin',
  'sign in, sign out',
  'refuse',
  'fail',
  'release',
  'copy',
  'home',
  'mark',
  'unbooked payment',
  'fingerprint',
  'release folder',
])('docs/words.md says what %s means', (word) => {
  expect(read('docs/words.md')).toMatch(new RegExp(`^\\| ${word} \\| \\S`, 'm'));
});

describe('.env.example', () => {
  const example = read('.env.example');
  // Of all that a shell would read otherwise.
  const quoted = (value: string) => (/[^\w.:/@]/.test(value) ? `"${value}"` : value);

  test('has every variable that the shop reads, with what holds without it', () => {
    const blocks = Object.entries(variables).map(
      ([name, { about, default: value }]) => `# ${about}\n# ${name}=${quoted(value)}\n`,
    );
    expect(example.split('\n\n').slice(1).join('\n\n')).toBe(blocks.join('\n'));
  });

  test('is read alike by node --env-file and by a shell, also a sender with a name', () => {
    const values = Object.fromEntries(
      Object.entries(variables).map(([name, { default: value }]) => [name, value]),
    );
    const sender = /"Underhood <[^>]+>"/.exec(example)?.[0] ?? '';
    const file = example
      .replaceAll(/^# (?=[A-Z\d_]+=)/gm, '')
      .replace(/^MAIL_FROM=$/m, `MAIL_FROM=${sender}`);
    const wanted = { ...values, MAIL_FROM: 'Underhood <orders@shop.example>' };
    expect(parseEnv(file)).toEqual(wanted);
    const script = `${file}\nexec "$1" -p 'JSON.stringify(process.env)'`;
    const ofShell = execFileSync('sh', ['-ac', script, 'sh', process.execPath], {
      encoding: 'utf8',
      env: {},
    });
    expect(JSON.parse(ofShell)).toMatchObject(wanted);
  });
});

describe('docs/decisions', () => {
  const records = listed('docs/decisions')
    .map((place) => path.basename(place))
    .toSorted();

  test('are numbered without a gap', () => {
    expect(records.map((name) => name.slice(0, 5))).toEqual(
      records.map((_name, index) => `${String(index + 1).padStart(4, '0')}-`),
    );
  });

  test.each(records)('%s is short and says context, decision, why and consequences', (name) => {
    const record = read(`docs/decisions/${name}`);
    expect(record.split('\n').length).toBeLessThanOrEqual(60);
    expect(record).toMatch(new RegExp(`^# ${name.slice(0, 4)} \\S`));
    expect(
      ['**Context.**', '**Decision.**', '**Why.**', '**Consequences.**'].filter(
        (part) => !record.includes(part),
      ),
    ).toEqual(name.startsWith('0009') ? ['**Why.**'] : []);
  });

  test('0009 has a reason for every dependency, and for no other', () => {
    const reasons = section(read('docs/decisions/0009-dependencies.md'), '0009');
    const named = [...reasons.matchAll(/^- .*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/`([@a-z][\w@/.-]*)`/g)].map(([, name]) => name),
    );
    const held = [
      inPackage.dependencies,
      inPackage.devDependencies,
      inPackage.optionalDependencies,
    ].flatMap(Object.keys);
    expect(new Set(named.filter((name) => name !== 'zod/mini'))).toEqual(new Set(held));
  });
});

describe('docs/security.md', () => {
  const page = read('docs/security.md');
  const named = (text: string) =>
    [...text.matchAll(/`([\w./-]+\.(?:tsx?|js|json|md|sql|css))`/g)].map(([, file]) => file ?? '');
  const rows = ['ASVS 5.0', 'API Security Top 10', 'PCI DSS 4.0.1, SAQ A']
    .flatMap((heading) => section(page, heading).split('\n'))
    .flatMap((row) => [...row.matchAll(/^\| ([^|]+) \| ([^|]+) \| (.+) \|$/g)])
    .map(([, point = '', state = '', where = '']) => ({ point, state, where }))
    .filter(({ state }) => !/^(?:state|-+)$/.test(state));

  test('names every file by its place, and only such that are there', () => {
    expect(named(page).length).toBeGreaterThan(50);
    expect(named(page).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test('says of every point whether it is met, and in which file, or why not', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(
      rows.filter(({ state }) => !['met', 'deviation', 'missing', 'operator'].includes(state)),
    ).toEqual([]);
    expect(
      rows.filter(
        ({ state, where }) =>
          state === 'met' && named(where).length === 0 && !/above\b/.test(where),
      ),
    ).toEqual([]);
  });

  test('is short enough to be read', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(250);
  });
});

describe('what the documents tell people to type and to open', () => {
  test.each(documents)('%s names only commands that package.json has', (place) => {
    const commands = [...read(place).matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)].map(
      ([, named, short]) => named ?? short,
    );
    expect(commands.filter((name) => name === undefined || !(name in inPackage.scripts))).toEqual(
      [],
    );
  });

  test('works on a fresh clone: every command installs what it needs first', () => {
    const { scripts } = inPackage;
    const commands = Object.keys(scripts).filter((name) => !name.startsWith('pre'));
    expect(commands.filter((name) => scripts[`pre${name}`] !== 'node scripts/prepare.js')).toEqual(
      [],
    );
  });

  test.each(documents)('%s links only to files that are there', (place) => {
    const links = [...read(place).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(
      ([, target]) => target ?? '',
    );
    expect(
      links.filter((target) => !existsSync(path.join(root, path.dirname(place), target))),
    ).toEqual([]);
  });

  test.each(documents)('%s names only files of this house', (place) => {
    const named = [
      ...read(place).matchAll(
        /`((?:contract|server|web|test|scripts|docs)\/[\w./-]+\.(?:tsx?|js|md|sql|json))`/g,
      ),
    ].map(([, file]) => file ?? '');
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test('README.md gives the demo sign-ins that work', () => {
    for (const { email, password } of Object.values(demoAccounts))
      expect(read('README.md')).toContain(`| ${email} | ${password} |`);
  });

  test('every script runs something that is there', () => {
    const targets = Object.values(inPackage.scripts).flatMap((line) =>
      [...line.matchAll(/\b((?:scripts|server)\/[\w./-]+\.[jt]s)\b/g)].map(
        ([, file]) => file ?? '',
      ),
    );
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

test("README's walk through an order goes from file to file as they import each other", () => {
  const walk =
    section(read('README.md'), 'Where to look first').split('The table of calls')[0] ?? '';
  const ways = walk
    .split(/\.\s/)
    .map((way) => [...way.matchAll(/`([^`]+\.tsx?)`/g)].map(([, file]) => file ?? ''))
    .filter((files) => files.length > 1);
  expect(ways).toHaveLength(3);
  for (const files of ways)
    for (const [at, file] of files.entries()) {
      const next = files[at + 1];
      if (next === undefined) continue;
      const near = path.posix.dirname(next) === path.posix.dirname(file);
      const names = [`'#${next}'`, ...(near ? [`'./${path.posix.basename(next)}'`] : [])];
      expect(
        names.some((name) => read(file).includes(name)),
        `${file} imports ${next}`,
      ).toBe(true);
    }
});
