import { createHash } from 'node:crypto';
import type { Database } from '#server/shop.ts';
import { mailAdmins } from './mail-admins.ts';
import type { Sender } from './write-letters.ts';

/** Buyers contradict what a part says of vehicles: visitors are told to check from now on. Once a day for the same claims of a part; the page about vehicles lists all. */
export async function mailDoubtedPart(
  tx: Database,
  shop: Sender,
  part: {
    readonly id: string;
    readonly name: string;
    readonly partNumber: string | null;
    /** In words. */
    readonly doubts: readonly string[];
    /** What tells the claims that fell from all others. */
    readonly claimKeys: readonly string[];
  },
): Promise<void> {
  const day = shop.clock.now().toISOString().slice(0, 10);
  const claims = createHash('sha256').update(JSON.stringify(part.claimKeys.toSorted()));
  const key = `admins-doubted-fit:${part.id}:${day}:${claims.digest('hex').slice(0, 16)}`;
  const { id, name, partNumber } = part;
  const doubts = part.doubts.slice(0, mostNamed);
  await mailAdmins(tx, shop, key, {
    kind: 'admins-doubted-part',
    facts: { id, name, partNumber, doubts, more: part.doubts.length - doubts.length },
  });
}

/** Vehicles that a mail names. */
const mostNamed = 10;
