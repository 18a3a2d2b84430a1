import * as z from 'zod/mini';
import { CardsConfig } from './payments.ts';
import { SaleBanner, ShownContact } from './settings.ts';

/** A Firebase project that signs people in. All of it is public: it stands in every page of such a shop. */
const FirebaseConfig = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
  /** The origin of an Auth emulator on the same machine; in demos and tests only. */
  emulator: z.optional(z.string()),
});
export type FirebaseConfig = z.infer<typeof FirebaseConfig>;

/** The settings that pages need; nothing here is secret. */
export const Site = z.object({
  mode: z.enum(['demo', 'live']),
  publicUrl: z.string(),
  contact: ShownContact,
  saleBanner: SaleBanner,
  /** Whether 'Continue with Google' is offered. */
  google: z.boolean(),
  /** The service that signs people in. */
  identity: z.union([
    z.object({ provider: z.literal('embedded') }),
    z.extend(FirebaseConfig, { provider: z.literal('firebase') }),
  ]),
  cards: CardsConfig,
  /** Foreign origins that pictures of parts may come from. */
  pictureOrigins: z.array(z.string()),
  /** Sign-ins of the demo shop, shown on its login page; empty in a live shop. */
  demoAccounts: z.array(
    z.object({ email: z.string(), password: z.string(), role: z.enum(['admin', 'customer']) }),
  ),
});
export type Site = z.infer<typeof Site>;

/** A mail of the outbox as the demo's `/dev/outbox` shows it. */
export const OutboxMail = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.string(),
});
export type OutboxMail = z.infer<typeof OutboxMail>;
