import { expect, test } from 'vitest';
import { standardConnections } from './standard-connections.ts';

test.each([
  [1, 5],
  [2, 5],
  [4, 9],
  [64, 10],
])('%i processors are given work by %i connections', (processors, connections) => {
  expect(standardConnections(processors)).toBe(connections);
});
