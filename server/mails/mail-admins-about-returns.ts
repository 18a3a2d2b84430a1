import { orderNumber } from '#contract/order-rules.ts';
import { returnReasons, type ReturnReason } from '#contract/return-rules.ts';
import type { Database } from '#server/shop.ts';
import { mailAdmins } from './mail-admins.ts';
import type { Sender } from './mail-template.ts';
import type { MailedReturn } from './return-letters.ts';
import { pages, pieces } from './wording.ts';

/** A customer asks to send pieces back, and waits for an answer. */
export async function mailAdminsOfReturn(
  tx: Database,
  shop: Sender,
  order: { readonly id: string; readonly part_name: string },
  { returnId, number, quantity, reason }: MailedReturn & { readonly reason: ReturnReason },
): Promise<void> {
  await mailAdmins(tx, shop, `admins-return:${returnId}`, {
    subject: `A customer asks to return ${pieces(quantity)}: ${number}`,
    paragraphs: ['Agree and say where to send them, or decline and say why.'],
    facts: [
      ['Order', orderNumber(order.id)],
      ['Part', order.part_name],
      ['Pieces', String(quantity)],
      ['Reason', returnReasons[reason]],
    ],
    link: { words: 'See the returns', url: pages(shop).returns },
  });
}
