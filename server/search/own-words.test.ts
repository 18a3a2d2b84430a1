import { expect, test } from 'vitest';
import { tellingRuns } from './own-words.ts';

test.each([
  ['A0BN1077', ['N10', '107', '077']],
  // O and I count as the figures that they look like.
  ['BNIO77', ['N10', '107', '077']],
  // Too few that tell: all of them.
  ['ABCD12', ['ABC', 'BCD', 'CD1', 'D12']],
  ['8A0', ['8A0']],
  ['77', []],
])('%s is looked for by %j', (key, runs) => {
  expect(tellingRuns(key)).toEqual(runs.map((run) => `number ${run}`));
});
