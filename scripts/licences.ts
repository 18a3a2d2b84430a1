import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.ts';

/** The part of package-lock.json that is checked: all packages for all platforms, by folder. */
interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      { readonly version?: string; readonly license?: string; readonly hasInstallScript?: boolean }
    >
  >;
}

/** The allowed licences as packages spell them, each with the reason. A person has to read any other first. */
const allowed = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'licences.json'), 'utf8'),
) as Readonly<Record<string, string>>;

export function ownLock(): Lock {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
}

/** A line for each package with another licence or an install script. */
export function packageFaults({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([folder, { version, license, hasInstallScript }]) => {
    if (folder === '') return [];
    const name = `${folder.replace(/^.*node_modules\//, '')}@${version}`;
    return [
      ...(license === undefined ? [`${name}: it names no licence`] : []),
      ...(license === undefined || Object.hasOwn(allowed, license)
        ? []
        : [`${name}: its licence is ${license}, which is not in scripts/licences.json`]),
      ...(hasInstallScript ? [`${name}: it runs a script of its own when it is installed`] : []),
    ];
  });
}
