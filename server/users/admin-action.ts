import type { SecurityEventKind } from '#contract/security-events.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import type { Customer } from '#server/http/who.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Shop } from '#server/shop.ts';

/** An admin's action on somebody's account. */
export interface AdminAction {
  readonly admin: Customer;
  readonly email: string;
  readonly from: RequestSource;
}

/** Records the security event of an admin's action on an account. */
export function recordAdminAction(
  shop: Shop,
  { admin, from }: AdminAction,
  kind: SecurityEventKind,
  userId: string,
): Promise<void> {
  return recordSecurityEvent(shop, { kind, userId, from, details: { by: admin.userId } });
}
