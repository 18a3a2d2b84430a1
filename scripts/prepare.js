// Runs before every command of package.json, on any Node from 20 on: plain JavaScript without packages. Afterwards
// node_modules matches the lockfile and the Node on npm's PATH is 24.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Not import.meta.dirname, which the first versions of Node 20 do not have.
const root = fileURLToPath(new URL('..', import.meta.url));
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.underhood-installed');
const oldestNode = 24;

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** @param {string} file */
function readOrNothing(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * Whether npm's record of installed packages matches the lockfile: true after a plain `npm ci` or `npm install`, when only
 * our stamp is missing. Packages for other platforms are optional and may be absent.
 * @param {string} lock
 */
function installedByHand(lock) {
  const record = readOrNothing(path.join(modules, '.package-lock.json'));
  if (record === '') return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([folder, wanted]) =>
      folder === '' || wanted.optional || installed[folder]?.version === wanted.version,
  );
}

function install() {
  // To standard error, as npm's own words below: what reads the shop's log gets the log alone.
  console.error('Installing what package-lock.json says (needed once, and after it changes) …');
  // --include=dev: with NODE_ENV=production npm would leave out the build tools.
  // --ignore-scripts: no package runs code while it is installed. In .npmrc it would switch off this script too.
  const kinds = ['--include=dev', '--include=optional', '--ignore-scripts'];
  const npmArguments = [
    'ci',
    ...kinds,
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['inherit', process.stderr.fd, 'inherit'];
  const result = npm
    ? spawnSync(process.execPath, [npm, ...npmArguments], { cwd: root, stdio })
    : spawnSync('npm', npmArguments, {
        cwd: root,
        stdio,
        shell: process.platform === 'win32',
      });
  if (result.status !== 0) stop('The packages could not be installed; the lines above say why.');
}

function demandNode() {
  const own = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (!existsSync(own)) {
    if (Number.parseInt(process.versions.node, 10) >= oldestNode) return;
    stop(
      `Underhood brings its own Node on Linux and Windows (x64) only; on this machine please install Node ${oldestNode} or newer (found ${process.version}).`,
    );
  }
  const answer = spawnSync(own, ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (answer.status !== 0) {
    stop(
      `The Node ${oldestNode} in node_modules does not run on this machine; please install Node ${oldestNode} or newer and delete node_modules/.bin/node.`,
    );
  }
}

/**
 * `npm start` is `exec node …`, which replaces the shell by the shop: otherwise a signal to npm would end the shell and leave
 * the shop running. Windows has no exec, so this adds one that runs the command.
 */
function teachWindowsExec() {
  if (process.platform === 'win32')
    writeFileSync(path.join(modules, '.bin', 'exec.cmd'), '@%*\r\n');
}

const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
const platform = `${process.platform}-${process.arch}`;
const stamp = `${platform} ${createHash('sha256').update(lock).digest('hex')}\n`;
const found = readOrNothing(stampFile);
if (found !== stamp) {
  const otherPlatform = found !== '' && !found.startsWith(`${platform} `);
  if (otherPlatform || !installedByHand(lock)) install();
  teachWindowsExec();
  writeFileSync(stampFile, stamp);
}
demandNode();
