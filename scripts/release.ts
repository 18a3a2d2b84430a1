// `npm run release`: makes a folder that runs the shop and holds what that needs: no compiler, no Vite, no tests
// (docs/decisions/0031-a-release-folder.md). `npm run release -- --to FOLDER` names the folder.
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '#server/build.js';
import { bundleFolder } from '#server/start/bundle.js';
import { buildsFolder, newestBuild } from '#server/http/built-pages.ts';
import { print, printFault } from '#server/print.ts';
import { buildPages, bundleShop } from './build.ts';
import { productionPackages, type PackageLock } from './production-packages.ts';
import { root } from './run.ts';

interface Manifest {
  readonly version: string;
  readonly imports: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A release that cannot be made; the message says why. */
export class NoRelease extends Error {
  override readonly name = 'NoRelease';
}

/** `import.meta.main`, which the commands ask, came with it. */
const oldestNode = '24.2';

/** Makes the folder, whole or not at all. Throws `NoRelease` when it is there already. */
export function makeRelease(to: string): void {
  if (existsSync(to)) throw new NoRelease(`${to} is there already: a release is never changed.`);
  const unfinished = `${to}.${process.pid}.new`;
  try {
    mkdirSync(unfinished, { recursive: true });
    for (const side of ['server', 'contract'])
      copy(side, unfinished, (file) => !/\.test\.ts$|tsconfig\.json$/.test(file));
    copyBuild(unfinished);
    copyBundle(unfinished);
    copyPackages(unfinished);
    cpSync(path.join(root, '.env.example'), path.join(unfinished, '.env.example'));
    writeJson(path.join(unfinished, 'package.json'), releasedManifest(readManifest()));
    renameSync(unfinished, to);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function copy(from: string, into: string, isWanted: (file: string) => boolean): void {
  cpSync(path.join(root, from), path.join(into, from), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (file) => isWanted(file),
  });
}

/** The newest build, without those that older copies of the shop run on. */
function copyBuild(into: string): void {
  const pages = path.relative(root, newestBuild());
  copy(pages, into, (file) => !file.endsWith('.map'));
  cpSync(path.join(buildsFolder, 'current'), path.join(into, path.dirname(pages), 'current'));
}

/** Under the name that it has there, where no lockfile is. */
function copyBundle(into: string): void {
  const bundle = bundleFolder();
  if (!existsSync(bundle)) throw new NoRelease('The shop is not bundled: npm run build does it.');
  cpSync(bundle, bundleFolder(into), { recursive: true });
}

/** From node_modules, which scripts/prepare.js keeps as the lockfile says: nothing is downloaded. */
function copyPackages(into: string): void {
  const lock = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  ) as PackageLock;
  for (const folder of productionPackages(lock)) {
    const isThere = existsSync(path.join(root, folder));
    // A package for another platform.
    if (!isThere && lock.packages[folder]?.optional) continue;
    if (!isThere) throw new NoRelease(`${folder} is missing: npm ci installs it.`);
    const own = path.join(root, folder);
    copy(folder, into, (file) => file === own || isRunOrRead(path.relative(own, file)));
  }
}

/**
 * Of a package: not the packages inside it, which come by themselves, not what only a compiler or a debugger reads, and not
 * React's slow renderer for development, so that nobody runs it by mistake.
 */
function isRunOrRead(file: string): boolean {
  return !/(?:^|[\\/])node_modules$|\.map$|\.d\.[cm]?ts$|^cjs[\\/]react-dom-server.*\.development\.js$/.test(
    file,
  );
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
}

/** Its commands run what is there: nothing is installed or built before. */
function releasedManifest({ scripts, imports, ...manifest }: Manifest): object {
  const { name: shopName, description, license, type, dependencies } = manifest;
  const commands = Object.entries(scripts).filter(([, command]) =>
    command.startsWith('node server/'),
  );
  const sides = Object.entries(imports).filter(([name]) => /^#(?:contract|server)\//.test(name));
  return {
    name: shopName,
    // With the commit, which a folder without git's cannot tell.
    version: build,
    private: true,
    description,
    license,
    type,
    dependencies,
    imports: Object.fromEntries(sides),
    scripts: {
      start: 'exec node --max-semi-space-size=12 server/main.js',
      demo: 'exec node server/main.js --load-demo',
      ...Object.fromEntries(commands),
    },
    engines: { node: `>=${oldestNode}` },
  };
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

function megabytesOf(folder: string): number {
  const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
  return Math.round(bytes / 1_000_000);
}

if (import.meta.main) {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' } } });
    const to = path.resolve(
      values.to ?? path.join(root, 'release', `underhood-${readManifest().version}`),
    );
    await bundleShop();
    await buildPages();
    makeRelease(to);
    print(`${to} holds the shop (${megabytesOf(to)} MB): npm start in it, or node server/main.js.`);
  } catch (error) {
    if (!(error instanceof NoRelease)) throw error;
    printFault(error.message);
    process.exitCode = 1;
  }
}
