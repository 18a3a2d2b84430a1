import { it, expect } from 'vitest';
import { loadDemo } from '#server/db/demo/load-demo.ts';
import { startShop } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';

it(
  'the demo shop, whose history was paid through the sandbox, is healthy',
  { timeout: 120_000 },
  async () => {
    const demo = await startShop();
    const { payByCard } = demo.sandbox;
    const { createAccount } = demo.identity;
    expect(
      await loadDemo({
        db: demo.db,
        now: demo.clock.now(),
        payByCard,
        createAccount,
        log: { info: () => undefined },
      }),
    ).toBe(true);
    await expectInvariants(demo);
    await demo.close();
  },
);
