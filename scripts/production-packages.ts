import path from 'node:path';

/** The part of package-lock.json that says which package needs which, by folder; '' is our own. */
export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly optional?: boolean;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type Names = Readonly<Record<string, string>>;

/**
 * The folders of the packages that the shop's `dependencies` need, found as Node looks for them. Not those that npm calls
 * production: it counts Vite and the compiler among them, because packages name them as peers that may be there. Optional
 * packages of a package are in it, as sharp's binaries are; those of our own, which are Node, are not.
 */
export function productionPackages({ packages }: PackageLock): string[] {
  const found = new Set<string>();
  const follow = (folder: string, name: string): void => {
    const place = resolve(packages, folder, name);
    if (place === undefined || found.has(place)) return;
    found.add(place);
    for (const needed of neededBy(packages[place] ?? {})) follow(place, needed);
  };
  for (const name of Object.keys(packages['']?.dependencies ?? {})) follow('', name);
  return [...found].toSorted();
}

function neededBy(locked: LockedPackage): string[] {
  const peers = Object.keys(locked.peerDependencies ?? {}).filter(
    (name) => !locked.peerDependenciesMeta?.[name]?.optional,
  );
  const named = { ...locked.dependencies, ...locked.optionalDependencies };
  return [...Object.keys(named), ...peers];
}

/** Where a package finds another: in its own folder, or in one above it. */
function resolve(
  packages: PackageLock['packages'],
  folder: string,
  name: string,
): string | undefined {
  const place = path.posix.join(folder, 'node_modules', name);
  if (Object.hasOwn(packages, place)) return place;
  if (folder === '') return undefined;
  const above = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0));
  return resolve(packages, above, name);
}
