import { expect, test, vi } from 'vitest';
import { findPostgres } from './database.ts';
import { killUpload } from '#test/faults/killed-upload.ts';
import { killShopOnEmbedded, killShopOnPostgresql } from '#test/faults/killed-shop.ts';

// Each starts the whole shop four times; on a machine whose cores are all taken that lasts.
vi.setConfig({ testTimeout: 300_000 });

const engines = [
  { engine: 'embedded', kill: killShopOnEmbedded },
  ...(findPostgres() === undefined ? [] : [{ engine: 'server', kill: killShopOnPostgresql }]),
];

test.each(engines)(
  'three kills -9 under orders, lists, payments, cancels, shipments, refunds and returns lose and double nothing ($engine)',
  async ({ kill }) => {
    const { figure } = await kill({ long: false, seed: 1 });
    expect(figure).toMatch(
      /^3 kills, \d\d+ acknowledged writes \([1-9]\d* orders, [1-9]\d* payments, [1-9]\d* cancels, [1-9]\d* shipments of parts, [1-9]\d* refunds of pieces, \d+ steps of returns; [1-9]\d* of the orders lists of three lines\) all there/,
    );
  },
);

test.runIf(findPostgres() !== undefined)(
  'a picture that is uploaded at one copy is shown by the other, and a kill -9 in an upload leaves nothing half',
  async () => {
    const { figure } = await killUpload({ long: false, seed: 1 });
    expect(figure).toBe(
      '1 picture uploaded at one copy and shown by the other; 3 kills under an upload: 1 addresses recorded by then, all whole, 3 objects left without an address, which the same upload at the other copy took; 3 of 3 shown',
    );
  },
);
