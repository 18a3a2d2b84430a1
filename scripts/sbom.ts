import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './run.ts';

interface Bom {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

/** Not in the repository, because package-lock.json has the same information. */
export const bomFile = 'sbom.json';

/**
 * Writes a CycloneDX bill of materials with npm, which fails if node_modules does not match the lockfile. Answers a line for
 * each package of package.json that is missing in it.
 */
export async function writeBom(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format=cyclonedx'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const bom = JSON.parse(stdout) as Bom;
  writeFileSync(path.join(root, bomFile), stdout);
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>;
  const named = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
  return Object.entries({ ...dependencies, ...devDependencies })
    .map(([name, version]) => `${name}@${version}`)
    .filter((one) => !named.has(one))
    .map((one) => `${one} is missing in ${bomFile}`);
}
