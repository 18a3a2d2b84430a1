import { dayAfter, dayOf, isDay, periodStart, type DayRange } from './figure-rules.ts';

/** Why money went back, or is to. */
export const refundSources = {
  admin: 'Refunded by an admin',
  provider: "Refunded in the card provider's dashboard",
  dispute: 'Lost dispute',
  returned: 'Paid for nothing',
} as const;
export type RefundSource = keyof typeof refundSources;

/** Whether a text is a month: '2026-11'. */
export function isMonth(text: string): boolean {
  return isDay(`${text}-01`);
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
