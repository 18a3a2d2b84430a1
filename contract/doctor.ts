import * as z from 'zod/mini';
import { Moment } from './fields.ts';

/** What the ids in a check's rows are ids of. */
const checkedThings = ['part', 'order', 'payment', 'review', 'mail', 'table'] as const;

/** One thing that must hold, and whether it does. */
export const CheckResult = z.object({
  /** 'I2' and the like are the invariants of the shop's books; 'stuck-…' is work that nobody finished. */
  _id: z.string(),
  sentence: z.string(),
  /** `unknown` when it could not be looked at; `note` then says why. */
  status: z.enum(['holds', 'broken', 'unknown']),
  about: z.enum(checkedThings),
  /** Ids of rows for which it does not hold, 20 at most. */
  rows: z.array(z.string()),
  /** There are more than `rows` names. */
  more: z.boolean(),
  /** Whether `npm run doctor -- --repair` can mend at least some of the rows without losing anything. */
  repairable: z.boolean(),
  note: z.nullable(z.string()),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** What unpaid orders of accounts that never paid anything keep from others. */
export const UnpaidHolds = z.object({
  orders: z.number(),
  accounts: z.number(),
  pieces: z.number(),
});
export type UnpaidHolds = z.infer<typeof UnpaidHolds>;

/** All checks of one moment. */
export const DoctorReport = z.object({
  checkedAt: Moment,
  checks: z.array(CheckResult),
  unpaidHolds: UnpaidHolds,
});
export type DoctorReport = z.infer<typeof DoctorReport>;
