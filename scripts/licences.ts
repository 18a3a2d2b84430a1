import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.ts';

/** What of package-lock.json is looked at: every package for every platform, by its folder. */
interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      { readonly version?: string; readonly license?: string; readonly hasInstallScript?: boolean }
    >
  >;
}

/** The licences we may use, each with the reason, as the packages write them. Another spelling is for a person to read first. */
const allowed = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'licences.json'), 'utf8'),
) as Readonly<Record<string, string>>;

/** The packages of this house. */
export function ownLock(): Lock {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
}

/** A line for each package that we may not use, or that would run something of its own while it is installed. */
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
