import { expect, test } from 'vitest';
import { mayBecomeVin } from './vin-rules.ts';

const vins = [
  '1HGCM82633A004352',
  'wvwzzz1kzaw000001',
  'WVW ZZZ 1KZ AW 000001',
  'WBA 3A5C57CF 256651',
  '1HG-CM82633A-004352',
  'VIN: JTDKB20U093123456',
  'brake disc WVWZZZ1KZAW000001',
  'brake disc vin ZFA31200000123456',
];

test.each(vins)('of %j nothing is asked from its eleventh character on', (vin) => {
  const beginnings = Array.from({ length: vin.length }, (_, at) => vin.slice(0, at + 1));
  const its = (text: string) => text.replaceAll(/^.*disc |vin:? /gi, '').replaceAll(/[\s-]/g, '');
  const asked = beginnings.filter((text) => !mayBecomeVin(text)).map(its);
  expect(asked.filter(({ length }) => length > 10)).toEqual([]);
});

test.each([
  'brake disc vented 312',
  '1K0615301AA',
  '1K1 615 301 AA',
  '4KE616039AB',
  '5WA 919 679 AB',
  '5NA 853 651 AB',
  '1K0615301AA/AB',
  'A2044210912',
  'A 204 421 09 12',
  '34116860912',
  '04465-02220/04466-02181',
  '45022-S84-A00',
  '8DB 355 009-181',
  '24.0125-0135.1',
  '4011558012345',
  'BG1Z-2C026-A',
  'DCP02047',
  'volkswagen golf 2015',
  'land rover discovery 2004',
  'yaris 2005 clutch',
  'jetta 2.0 diesel',
  'replacement 2015',
])('%j is no beginning of a VIN, however far it is typed', (text) => {
  const beginnings = Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1));
  expect(beginnings.filter(mayBecomeVin)).toEqual([]);
});
