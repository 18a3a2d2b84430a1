import { expect, test } from 'vitest';
import type { ImportState } from '#contract/imports.ts';
import { noCounts } from '#test/sample-import.ts';
import {
  doneInWords,
  furtherRows,
  partsToWrite,
  sizeInWords,
  stateWords,
  stepOf,
  workInWords,
  wouldBeInWords,
} from './import-words.ts';

test('what an import would do names only what there is to do', () => {
  const found = { ...noCounts, added: 9411, changed: 362, archived: 1 };
  expect(workInWords(found)).toBe(
    'add 9,411 parts, change 362 parts and take 1 part out of the shop',
  );
  expect(wouldBeInWords({ ...noCounts, changed: 1 })).toBe('Would change 1 part');
  expect(wouldBeInWords({ ...noCounts, same: 12 })).toBe('Nothing to change so far');
  expect(wouldBeInWords({ ...noCounts, refused: 12 })).toBe('Nothing to change');
});

test('what an import did says so too when it did nothing', () => {
  expect(doneInWords({ ...noCounts, added: 2, changed: 1 })).toBe(
    '2 parts added and 1 part changed',
  );
  expect(doneInWords({ ...noCounts, rows: 5, same: 5 })).toBe('No part was changed');
});

test('the counts of a check add up to the rows of the file, further rows of parts included', () => {
  const found = { rows: 100, added: 10, changed: 20, same: 5, archived: 3, refused: 2 };
  expect(furtherRows(found)).toBe(63);
  expect(partsToWrite(found)).toBe(33);
  expect(furtherRows({ ...noCounts, rows: 1, refused: 2 })).toBe(0);
});

test('each state of an import is at one of the four steps', () => {
  expect(Object.groupBy(Object.keys(stateWords) as ImportState[], stepOf)).toEqual({
    File: ['failed'],
    Columns: ['columns'],
    Check: ['checking', 'checked'],
    Apply: ['applying', 'applied', 'stopped', 'undoing', 'undone'],
  });
});

test('sizes of files are said in the unit that fits', () => {
  expect([0, 999, 4200, 48_230_000, 200_000_000, 1.5e9].map(sizeInWords)).toEqual([
    '0 bytes',
    '999 bytes',
    '4 kB',
    '48.2 MB',
    '200 MB',
    '1.5 GB',
  ]);
});
