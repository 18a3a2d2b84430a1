import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { dayMs } from '#contract/durations.ts';

/** Copies that run may still read what they were started with. */
const keptBuilds = 3;
const aWeek = 7 * dayMs;

/**
 * Makes a build in a folder of its own, if there is none of that name, and names it as the newest one. Never changes a build
 * that a running copy may use: whole builds appear, and go after that time, a week by default, when three newer ones are there.
 */
export async function publishBuild(
  builds: string,
  name: string,
  make: (folder: string) => Promise<void>,
  keptMs: number = aWeek,
): Promise<void> {
  const folder = path.join(builds, name);
  if (!existsSync(folder)) {
    const unfinished = path.join(builds, `${name}.${process.pid}.new`);
    mkdirSync(builds, { recursive: true });
    try {
      await make(unfinished);
      renameSync(unfinished, folder);
    } catch (error) {
      // Another process may have finished the same build meanwhile.
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const now = new Date();
  utimesSync(folder, now, now);
  const pointer = path.join(builds, `current.${process.pid}.new`);
  writeFileSync(pointer, name);
  renameSync(pointer, path.join(builds, 'current'));
  removeOld(builds, keptMs);
}

function removeOld(builds: string, keptMs: number): void {
  const byAge = readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(builds, name))
    .map((folder) => ({ folder, usedAt: statSync(folder).mtimeMs }))
    .toSorted((one, other) => other.usedAt - one.usedAt);
  for (const { folder, usedAt } of byAge.slice(keptBuilds))
    if (usedAt < Date.now() - keptMs) rmSync(folder, { recursive: true, force: true });
}
