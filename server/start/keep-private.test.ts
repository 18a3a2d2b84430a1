import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '#test/database.ts';
import { importsIn } from './data-home.ts';
import { keepPrivate } from './keep-private.ts';

const folder = temporaryFolder('keep-private');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('files of imports are closed to others, and so is the data folder after the first one', () => {
  const [images, imports] = [path.join(folder, 'images'), importsIn(folder)];
  const file = path.join(imports, '0f8fad5b-d9cb-469f-a165-70867728950e');
  for (const place of [images, imports]) mkdirSync(place);
  writeFileSync(file, 'Part number,Price\n');
  for (const place of [folder, images, imports]) chmodSync(place, 0o755);
  chmodSync(file, 0o644);
  keepPrivate(folder);
  const modes = [folder, images, imports, file].map((place) => statSync(place).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
});
