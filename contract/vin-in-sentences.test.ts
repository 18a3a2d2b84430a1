import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vinAmong } from './vin-rules.ts';

test.each([
  ['brake disc WVW ZZZ 1KZ AW 000001', 'WVW ZZZ 1KZ AW 000001'],
  ['WVW ZZZ 1KZ AW 000001 brake disc', 'WVW ZZZ 1KZ AW 000001'],
  ['brake disc for wvwzzz 1kz aw000001 front', 'wvwzzz 1kz aw000001'],
  ['clutch 1HG CM826 33A 004352', '1HG CM826 33A 004352'],
  ['clutch (1HGCM826-33A-004352)', '1HGCM826-33A-004352'],
  ['pads WDB 203.004.1A 123456', 'WDB 203 004 1A 123456'],
  ['pads WDB203 0041A123456', 'WDB203 0041A123456'],
  ['filter VF1 BM0B0H 12345678', 'VF1 BM0B0H 12345678'],
  ['filter for ZFA312 000 00 123456', 'ZFA312 000 00 123456'],
  ['golf 2015 JTD KB20U 093123456', 'JTD KB20U 093123456'],
  ['lamp: YV1_LS5702_W2123456', 'YV1 LS5702 W2123456'],
  ['lamp 5YJ SA1E2 1HF 176543', '5YJ SA1E2 1HF 176543'],
  ['1HG.CM82633A.004352', '1HG CM82633A 004352'],
  ['VIN1HGCM82633A004352', '1HGCM82633A004352'],
  ['brake disc vinWVWZZZ1KZAW000001', 'WVWZZZ1KZAW000001'],
])('in %j the VIN %j is found', (typed, vin) => {
  expect(vinAmong(typed)).toBe(vin);
});

/** What people type of parts and vehicles, mostly what a VIN might have, too: longer words have vowels. */
const words =
  `golf kit set abs bmw vw gti a4 e90 mk5 r32 w204 gmc hd skf kyb trw zf 2015 312 mm 2.0 5x112 sbc xc90 vr6 ls3 4x4 1kz jdm 8p`.split(
    ' ',
  );
const numbers =
  `A 204 421 09 12|1K0 615 301 AA|5Q0 615 301 F|1K2 721 401|1K0615301|A2044210912|34 11 6 860 912|34116860912|04465-02220|45022-S84-A00|13502045
  0 986 479 372|24.0125-0135.1|13.0460-7182.2|09.9772.11|GDB1330|VKBA 3515|624 3166 00|W 712/75|BKR6EIX-11|8DB 355 009-181|22-105813|334834
  ADV182101|N90813202|61-33135-00|4011558012345|DCP02047|BG1Z 2C026 A|82673|3C0 698 451 E|4F0 407 151|LR061374|5N1 820 103|1J0 411 315`
    .split(/[|\n]/)
    .map((number) => number.trim());

test('numbers of parts in groups, measures and years are no VIN beside any two words', () => {
  const wrong = words.flatMap((one) =>
    words.flatMap((other) =>
      numbers.flatMap((number) =>
        [
          `thermostat ${one} ${other} ${number}`,
          `${number} ${one} ${other} thermostat`,
          `thermostat ${one} ${number} ${other} thermostat`,
        ].filter((typed) => vinAmong(typed) !== undefined),
      ),
    ),
  );
  expect(wrong).toEqual([]);
});

test('sentences of words and numbers are no VIN', () => {
  // An engine that begins as a VIN does: one of thousands of such sentences could be one.
  const others = words.filter((word) => word !== '1kz');
  const sentence = fc.array(fc.oneof(fc.constantFrom(...others), fc.constantFrom(...numbers)), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(sentence, (its) => {
      expect(vinAmong(`thermostat ${its.join(' ')} thermostat`)).toBeUndefined();
    }),
    // Always the same ones: numbers of three makers side by side could be a VIN once in a very long while.
    { numRuns: 5000, seed: 13 },
  );
});

test.each([
  'clutch kit golf 2015',
  'disc audi a4 2015 312',
  '04465-02220/04466-02181',
  'mann 4011558012345',
  'disc 312 x 25 mm 5x112',
  'golf 2015 2.0 tdi 110 kw',
  '5Q0 615 301 F 5Q0 615 301 G',
  'brake disc 1K0 615 301 AA 2015',
  'pads for vw 1K0 615 301 AA 2015',
  'brake 12345678901234567',
  'brake 12345 678901 234567',
  'vinyl 123456',
  'Wednesday 2026-11-28',
  'Brake pads 2026-11-28',
  'Werkstatt 2026-1128',
  'Batch 2026-11-28 0012',
  'christophweber123@gmail.com',
  'to christophweber123@gmail.com',
])('%j has no VIN', (typed) => {
  expect(vinAmong(typed)).toBeUndefined();
});
