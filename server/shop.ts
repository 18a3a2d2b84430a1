import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Site } from '#contract/site.ts';
import type { Clock } from './clock.ts';
import type { FetchPicture } from '#server/imports/pictures/fetch-picture.ts';
import type { LiveSettings } from '#server/settings/live-settings.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Cards } from '#server/third-parties/cards/port.ts';
import type { Identity } from '#server/third-parties/identity/port.ts';
import type { Images } from '#server/third-parties/images/port.ts';

/** The shop's database, or an open transaction on it. */
export type Database = Kysely<Tables>;

/** What every feature works with. */
export interface Shop {
  readonly db: Database;
  readonly cards: Cards;
  /** The card provider with the longer timeout of background work. */
  readonly backgroundCards: Cards;
  readonly identity: Identity;
  readonly images: Images;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly mode: 'demo' | 'live';
  /** The origin of mail links, redirects and trusted requests, without a trailing slash. */
  readonly publicUrl: string;
  /** How to reach the shop, as this copy of it knows. */
  readonly contact: Site['contact'];
  /** What admins may change of what it says of itself. */
  readonly settings: LiveSettings;
  /** Marks this shop's payments at the provider; stays the same when the address changes. */
  readonly paymentMark: string;
  /** A keyed hash of a network (IPv6: its /64), which may be stored. Undefined without an address. */
  readonly networkHash: (address: string) => string | undefined;
  /** Days after which an admin has no power without a second factor; undefined in the demo, which demands none. */
  readonly adminFactorGraceDays: number | undefined;
  /** The longest that an unpaid order holds its pieces (contract/hold-rules.ts). */
  readonly orderHoldHours: number;
  /** How many unpaid orders all accounts of a network that never paid anything may have together. */
  readonly unpaidPerNetwork: number;
  /** Days for which the audit log and the order events are kept. */
  readonly keepHistoryDays: number;
  /** Days for which security events are kept. */
  readonly keepEventsDays: number;
  readonly demoAccounts: Site['demoAccounts'];
  /** Where files of parts are kept until they are imported. */
  readonly importFolder: string;
  /** Fetches pictures by addresses that such files have. */
  readonly fetchPicture: FetchPicture;
  /** The names of the files of its pages; the database keeps them for as long as this copy runs. */
  readonly pageFiles: Set<string>;
  /** Clears the page cache: a part, a review or a setting changed. */
  publicPagesChanged(): void;
  /** Says that customers' orders changed the stock of these parts: pages that show it become outdated within a second. */
  stockChanged(parts: readonly string[]): void;
  /** Counts an order that was shipped or cancelled just now, for the metrics. */
  orderEnded(state: 'shipped' | 'cancelled'): void;
}

/** The shop for background work: its card provider has the longer timeout. */
export function inBackground(shop: Shop): Shop {
  return { ...shop, cards: shop.backgroundCards };
}
