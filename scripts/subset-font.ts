import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './run.ts';

// Makes web/ui/inter-shop.woff2, which pages preload, anew from the package's file: after an update of the package, or of the
// characters in web/app.css. Needs `fonttools` and `python3-brotli` of Debian; the result is committed (docs/decisions/0084).
const whole = path.join(
  root,
  'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
const ours = path.join(root, 'web/ui/inter-shop.woff2');

const styles = readFileSync(path.join(root, 'web/app.css'), 'utf8');
const characters = /inter-shop\.woff2[^}]*?unicode-range:\s*([^;]+);/.exec(styles)?.[1];
if (characters === undefined)
  throw new Error('web/app.css has no unicode-range for inter-shop.woff2.');

const folder = mkdtempSync(path.join(tmpdir(), 'font-'));
const some = path.join(folder, 'some-characters.ttf');
const light = path.join(folder, 'two-weights.ttf');
try {
  // Figures of one width and kerning are all that pages use.
  run(
    'subset',
    whole,
    `--unicodes=${characters}`,
    '--layout-features=kern,tnum',
    '--no-hinting',
    '--name-IDs=0,1,2,5,13,14',
    `--output-file=${some}`,
  );
  run('varLib.instancer', some, 'wght=400:600', '--no-recalc-timestamp', `--output=${light}`);
  run('ttLib.woff2', 'compress', `--output-file=${ours}`, light);
} finally {
  rmSync(folder, { recursive: true });
}

function run(...args: string[]): void {
  const { error, status } = spawnSync('fonttools', args, { stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) throw new Error(`fonttools ${args[0]} ended with ${status}.`);
}
