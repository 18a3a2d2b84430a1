import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** One edit of a recipe: a text, and the line before which it is inserted, which must be in the file once. */
export interface Step {
  readonly file: string;
  readonly added: string;
  readonly before: string;
}

/** A copy of the shop's sources in a temporary folder. */
export interface PlantedTree {
  readonly follow: (step: Step) => void;
  readonly write: (file: string, text: string) => void;
  /** The compiler's output; empty without errors. */
  readonly compile: () => Promise<string>;
  /** Runs Node in the tree; answers its output. */
  readonly node: (...parameters: string[]) => Promise<string>;
  /** Where its programs make their temporary folders. */
  readonly temporary: string;
  readonly remove: () => void;
}

/** `include`: the files for the compiler, besides their imports. */
export function plantTree(include: readonly string[]): PlantedTree {
  const planted = mkdtempSync(path.join(tmpdir(), 'underhood-planted-'));
  const temporary = path.join(planted, 'temporary');
  mkdirSync(temporary);
  for (const place of ['package.json', 'contract', 'server', 'web', 'test'])
    cpSync(path.join(root, place), path.join(planted, place), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(planted, 'node_modules'), 'junction');
  const settings = readFileSync(path.join(root, 'tsconfig.json'), 'utf8');
  const { compilerOptions } = JSON.parse(settings) as { compilerOptions: object };
  const write = (file: string, text: string) => writeFileSync(path.join(planted, file), text);
  write('tsconfig.json', JSON.stringify({ compilerOptions, include }));
  const node = (...parameters: string[]): Promise<string> =>
    new Promise((resolve) => {
      const env = { ...process.env, TMPDIR: temporary };
      execFile(
        process.execPath,
        parameters,
        { cwd: planted, env, maxBuffer: 64 * 1024 * 1024 },
        (_error, output, faults) => resolve(output + faults),
      );
    });
  return {
    follow({ file, added, before }) {
      const source = readFileSync(path.join(planted, file), 'utf8');
      if (source.split(before).length !== 2) throw new Error(`${file} has not one '${before}'.`);
      write(
        file,
        source.replace(before, () => added + before),
      );
    },
    write,
    compile: () => node(path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit'),
    node,
    temporary,
    remove: () => rmSync(planted, { recursive: true, force: true }),
  };
}

/** The recipe of CONTRIBUTING that begins '… add {what}.' */
export function recipeFor(what: string): string {
  const text = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const found = new RegExp(`\\n\\*\\*… add ${what}\\.\\*\\*(?<recipe>.+?)\\n\\n`, 's').exec(text);
  if (found?.groups?.['recipe'] === undefined) throw new Error(`No recipe to add ${what}.`);
  return found.groups['recipe'];
}
