import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run.ts';
import { seededFaults } from './seeded-faults.ts';
import { seededFaultsInBulk } from './seeded-faults-in-bulk.ts';

it.each([...seededFaults, ...seededFaultsInBulk].map((fault) => [fault.name, fault] as const))(
  'can be planted: %s',
  (_name, { file, right, wrong, tests }) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    expect(source.split(right)).toHaveLength(2);
    expect(wrong).not.toBe(right);
    expect(tests.length).toBeGreaterThan(0);
  },
);
