import type { ReturnReason } from '#contract/return-rules.ts';
import type { Database } from '#server/shop.ts';
import { mailAdmins } from './mail-admins.ts';
import type { MailedReturn } from './return-letters.ts';
import type { Sender } from './write-letters.ts';

/** A customer asks to send pieces back, and waits for an answer. */
export async function mailAdminsOfReturn(
  tx: Database,
  shop: Sender,
  order: { readonly id: string; readonly part_name: string },
  { returnId, number, quantity, reason }: MailedReturn & { readonly reason: ReturnReason },
): Promise<void> {
  await mailAdmins(tx, shop, `admins-return:${returnId}`, {
    kind: 'admins-return-asked',
    facts: { orderId: order.id, partName: order.part_name, number, quantity, reason },
  });
}
