import * as z from 'zod/mini';
import { Id, Moment, PageQuery, line } from './fields.ts';

/** What an audit row is about. */
const auditSubjects = [
  'part',
  'order',
  'user',
  'image',
  'mail',
  'history',
  'payment',
  'settings',
  'synonym',
  'vehicle',
  'import',
] as const;

/**
 * One write of an admin: who, when, what, and the values before and after. Only ids of people are stored, so they are shown
 * with their current names; `actor` may also be a word such as 'command line'.
 */
export const AuditEntry = z.object({
  _id: Id,
  createdAt: Moment,
  actor: z.string(),
  action: z.string(),
  subjectType: z.enum(auditSubjects),
  subjectId: z.string(),
  subjectName: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * Which entries to list; `q` finds actors, actions and subjects. It is looked for in some thousands of entries for each page, so a page may have fewer
 * rows than asked for, or none, and there are more all the same while there is a next one.
 */
export const AuditWanted = z.object({
  q: z.optional(line(100, 0)),
  subject: z.optional(z.enum(auditSubjects)),
});
export type AuditWanted = z.infer<typeof AuditWanted>;

/** One page of them. */
export const AuditQuery = z.extend(AuditWanted, PageQuery);
export type AuditQuery = z.infer<typeof AuditQuery>;
