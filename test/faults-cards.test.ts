import { expect, test, vi } from 'vitest';
import { breakProvider } from '#test/faults/broken-provider.ts';

vi.setConfig({ testTimeout: 120_000 });

test('a card provider broken in ten ways costs a customer 3.5 s at most, and nobody money', async () => {
  const { figure } = await breakProvider({ long: false, seed: 1 });
  expect(figure).toMatch(/^10 faults \(.*\): 503 in at most [0-3]\.\d s, the order unpaid, paid once afterwards$/);
});
