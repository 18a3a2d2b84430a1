import { expect, test, vi } from 'vitest';
import { sufferClients } from '#test/faults/clients.ts';
import { endUnderLoad, startTwice } from '#test/faults/start-and-end.ts';

vi.setConfig({ testTimeout: 180_000 });

test('slow and broken clients are answered as such and cut off, and people browse meanwhile', async () => {
  const { figure } = await sufferClients({ long: false, seed: 1 });
  expect(figure).toMatch(
    /^18 broken requests: [4\d/]+; 100 slow connections: a page in at most 0\.\d s, cut after 1\d s/,
  );
});

test('a second process on the same embedded database is refused with a sentence', async () => {
  const { figure } = await startTwice();
  expect(figure).toMatch(/^exit 1 .* is in use by another process.*; the first still ready$/);
});

test('SIGTERM under load: not ready first, what is under way is finished, exit 0', async () => {
  const { figure } = await endUnderLoad({ long: false, seed: 1 });
  expect(figure).toMatch(
    /readyz 503 first, exit 0 after at most \d\.\d s, \d+ acknowledged writes all there, nothing begun left unanswered$/,
  );
});
