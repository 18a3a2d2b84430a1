import { createHash } from 'node:crypto';
import type { Database } from '#server/shop.ts';
import { mailAdmins } from './mail-admins.ts';
import type { Sender } from './mail-template.ts';
import { pages } from './wording.ts';

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
  await mailAdmins(tx, shop, key, {
    subject: 'Buyers say that a part does not fit',
    paragraphs: [
      'Too many of them contradict what the part says of a vehicle, so visitors are told to check it. Look at what the part says, and mend it: its vehicles are counted anew within a minute.',
    ],
    facts: [
      ['Part', part.name],
      ['Part number', part.partNumber],
      ['Vehicle', part.doubts.slice(0, mostNamed).join('; ')],
      ['And', part.doubts.length > mostNamed ? `${part.doubts.length - mostNamed} more` : null],
    ],
    link: { words: 'See the part', url: pages(shop).managedPart(part.id) },
  });
}

/** Vehicles that a mail names. */
const mostNamed = 10;
