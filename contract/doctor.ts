import * as z from 'zod/mini';
import { Moment } from './fields.ts';

/** What the ids in a check's rows are ids of. */
const checkedThings = ['part', 'order', 'payment', 'review', 'mail', 'table', 'day'] as const;

/** The result of one check. */
export const CheckResult = z.object({
  /** 'I2' and the like are invariants of orders, payments and stock; 'stuck-…' is unfinished work. */
  _id: z.string(),
  sentence: z.string(),
  /** `unknown` when the check could not be done; `note` then says why. */
  status: z.enum(['holds', 'broken', 'unknown']),
  about: z.enum(checkedThings),
  /** Ids of rows that fail the check, 20 at most. */
  rows: z.array(z.string()),
  /** More rows fail than are listed. */
  more: z.boolean(),
  /** Whether `npm run doctor -- --repair` can repair at least some of the rows without loss. */
  repairable: z.boolean(),
  note: z.nullable(z.string()),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** What unpaid orders of accounts that never paid hold. */
export const UnpaidHolds = z.object({
  orders: z.number(),
  accounts: z.number(),
  pieces: z.number(),
});
export type UnpaidHolds = z.infer<typeof UnpaidHolds>;

/** A run that is under way or has ended without a result. */
export const DoctorRun = z.object({
  askedAt: Moment,
  state: z.enum(['running', 'failed']),
  /** Steps: a check each, or a question to the card provider. */
  progress: z.object({ done: z.number(), of: z.number() }),
  /** The sentence of the check that it is at; empty before it begins. */
  looksAt: z.string(),
  /** Why it failed. */
  failure: z.nullable(z.string()),
});
export type DoctorRun = z.infer<typeof DoctorRun>;

/** What the last run found. */
export const DoctorReport = z.object({
  /** When it ended; null, without checks, before the first one. */
  checkedAt: z.nullable(Moment),
  checks: z.array(CheckResult),
  /** A newer one without a result. */
  run: z.nullable(DoctorRun),
  /** As they are now. */
  unpaidHolds: UnpaidHolds,
});
export type DoctorReport = z.infer<typeof DoctorReport>;

/** `began` is false when one was under way. */
export const DoctorAsked = z.object({ acknowledged: z.boolean(), began: z.boolean() });
