import { timingSafeEqual } from 'node:crypto';
import { refuse } from '#server/http/refusal.ts';
import type { Who } from '#server/http/who.ts';

interface LinkedOrder {
  readonly user_id: string;
  /** The second half of the pay link, once the owner renewed it. */
  readonly link_key: string | null;
}

/** Refuses with `pay_link_renewed` a link that the owner has replaced. The owner and admins need no link. */
export function mayUseLink(
  { user_id, link_key }: LinkedOrder,
  who: Who,
  shown: string | undefined,
): void {
  if (link_key === null || (who.kind === 'customer' && (who.isAdmin || who.userId === user_id)))
    return;
  const [expected, given] = [Buffer.from(link_key), Buffer.from(shown ?? '')];
  if (expected.length !== given.length || !timingSafeEqual(expected, given))
    refuse('pay_link_renewed');
}
