import type { DayRange } from '#contract/figure-rules.ts';
import { dollarsOf, formatDollars } from '#contract/money.ts';

/** '$2500.00' for 250000 cents. */
export function dollars(cents: number): string {
  return formatDollars(dollarsOf(cents));
}

/** '1 piece', '200 pieces'. */
export function pieces(quantity: number): string {
  return quantity === 1 ? '1 piece' : `${quantity} pieces`;
}

export const backToCard =
  'It goes to the card it came from. Most banks show it within five to ten days.';

const moments = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** 'November 23, 2026 at 9:00 AM UTC': the reader's time zone is not known. */
export function moment(time: Date | string): string {
  return `${moments.format(new Date(time))} UTC`;
}

/** The pages that mails link to, all of our own origin (decisions: PUBLIC_URL). */
export function pages({ publicUrl }: { publicUrl: string }) {
  return {
    myOrders: `${publicUrl}/dashboard/my-orders`,
    batch: (batchId: string) => `${publicUrl}/dashboard/my-orders/list/${batchId}`,
    payBatch: (batchId: string) => `${publicUrl}/dashboard/pay?batch=${batchId}`,
    order: (orderId: string) => `${publicUrl}/dashboard/my-orders/${orderId}`,
    receipt: (orderId: string) => ({
      words: 'Receipt to print',
      url: `${publicUrl}/dashboard/documents/receipt/${orderId}`,
    }),
    pay: ({ id, link_key }: { id: string; link_key: string | null }) =>
      `${publicUrl}/payment/${id}${link_key === null ? '' : `/${link_key}`}`,
    partPage: (slug: string) => `${publicUrl}/parts/${slug}`,
    part: (partId: string) => `${publicUrl}/purchase/${partId}`,
    managedPart: (partId: string) => `${publicUrl}/dashboard/manage-products/${partId}`,
    allOrders: `${publicUrl}/dashboard/manage-orders`,
    ordersIn: (state: 'pending' | 'never-paid' | 'disputed' | 'refund-failed') =>
      `${publicUrl}/dashboard/manage-orders?state=${state}`,
    overview: ({ from, to }: DayRange) => `${publicUrl}/dashboard/overview?from=${from}&to=${to}`,
    soldOut: `${publicUrl}/dashboard/manage-products?show=sold-out`,
    emptySearches: `${publicUrl}/dashboard/empty-searches`,
    askedReturns: `${publicUrl}/dashboard/returns?status=asked`,
    returns: `${publicUrl}/dashboard/returns?status=open`,
    doctor: `${publicUrl}/dashboard/doctor`,
    allUsers: `${publicUrl}/dashboard/manage-users`,
  };
}
