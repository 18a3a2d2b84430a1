import { expect, test, vi } from 'vitest';
import { findPostgres } from './database.ts';
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
