import { dayAfter, dayOf, periodStart, type DayRange } from './figure-rules.ts';

/** Why money went back, or is to. */
export const refundSources = {
  admin: 'Refunded by an admin',
  provider: "Refunded in the card provider's dashboard",
  dispute: 'Lost dispute',
  returned: 'Paid for nothing',
} as const;
export type RefundSource = keyof typeof refundSources;

/** A month: '2026-11'. */
export const monthPattern = /^20\d\d-(?:0[1-9]|1[0-2])$/;

export function isMonth(text: string): boolean {
  return monthPattern.test(text);
}

/** The month that a moment is in (UTC). */
export function monthOf(time: Date): string {
  return dayOf(time).slice(0, 7);
}

/** The days of a month. */
export function daysOf(month: string): DayRange {
  return { from: `${month}-01`, to: dayAfter(`${monthAfter(month)}-01`, -1) };
}

export function monthAfter(month: string): string {
  return dayAfter(`${month}-01`, 31).slice(0, 7);
}

export function monthBefore(month: string): string {
  return periodStart(dayAfter(`${month}-01`, -1), 'month').slice(0, 7);
}
