import path from 'node:path';
import { publicFolders } from '#server/http/public-folders.ts';
import { given, valueOrDefault, type Environment } from './variables.ts';

/** Where the shop's data is kept. */
export interface DataHome {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** The folder of uploaded files of parts, in the data folder. */
export const importsName = 'imports';

export function importsIn(dataDir: string): string {
  return path.join(dataDir, importsName);
}

const root = path.join(import.meta.dirname, '..', '..');

/** Reads where the data is; what is wrong with it is added to `faults`. */
export function dataHomeFrom(env: Environment, faults: string[]): DataHome {
  const databaseUrl = given(env, 'DATABASE_URL');
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    faults.push('DATABASE_URL must begin with postgres:// or postgresql://.');
  else if (databaseUrl !== undefined && !URL.canParse(databaseUrl))
    faults.push('DATABASE_URL must look like postgres://user:password@host:5432/database.');
  return { dataDir: path.resolve(valueOrDefault(env, 'DATA_DIR')), databaseUrl };
}

/** Adds to `faults` when browsers would be given the data folder's files. */
export function requirePrivateFolder({ dataDir }: DataHome, faults: string[]): void {
  if (publicFolders.some((folder) => isWithin(path.join(root, folder), dataDir)))
    faults.push(
      `DATA_DIR must not lie in ${publicFolders.join(', ')}: their files are given to browsers.`,
    );
}

function isWithin(folder: string, place: string): boolean {
  const way = path.relative(folder, place);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
