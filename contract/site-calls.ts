import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { HoldPreview, ofOrder, OrderHistory } from './orders.ts';
import { acknowledged, notAcknowledged } from './fields.ts';
import { PayLinkRenewed } from './payments.ts';
import { ArchivedPart, Category, ofPart, Part, Vehicles, VehiclesQuery } from './parts.ts';
import { OutboxMail, Site } from './site.ts';

/** What the pages need beyond Spec §7. */
export const siteCalls = {
  getSite: {
    method: 'GET',
    path: '/site',
    summary: 'How this shop is set up: contact, sign-in options, card provider.',
    access: 'open',
    answer: Site,
  },
  listCategories: {
    method: 'GET',
    path: '/categories',
    summary: 'The shelves of the shop with the number of parts on each.',
    access: 'open',
    answer: z.array(Category),
    cacheable: true,
  },
  listRelatedParts: {
    method: 'GET',
    path: '/parts/{id}/related',
    summary:
      'Up to eight other parts of the same type that are on sale and not replaced; those for the same vehicles first.',
    access: 'open',
    ...ofPart,
    answer: z.array(Part),
    cacheable: true,
  },
  listVehicles: {
    method: 'GET',
    path: '/vehicles',
    summary:
      'Makes, models, years and engines for which the shop has parts, of what is chosen already.',
    access: 'open',
    query: VehiclesQuery,
    answer: Vehicles,
    cacheable: true,
  },
  getArchivedPart: {
    method: 'GET',
    path: '/archived-parts/{id}',
    summary: 'A part that is sold no more, with what takes its place; not one that is on sale.',
    access: 'open',
    ...ofPart,
    answer: ArchivedPart,
    cacheable: true,
  },
  getOrderHistory: {
    method: 'GET',
    path: '/orders/{id}/history',
    summary: 'An order with everything that happened to it; cancelled ones too.',
    access: 'owner',
    ...ofOrder,
    answer: OrderHistory,
  },
  renewPayLink: {
    method: 'POST',
    path: '/orders/{id}/pay-link',
    summary:
      "Give an unpaid order of one's own another pay link; older ones end, with the payments they opened.",
    access: 'customer',
    ...ofOrder,
    answer: PayLinkRenewed,
    refused: notAcknowledged,
    errors: [
      'order_paid',
      'order_being_cancelled',
      'order_being_paid',
      'key_reused',
      'cards_unavailable',
    ],
  },
  getHold: {
    method: 'GET',
    path: '/hold',
    summary:
      'How long an order that the caller places now would hold its pieces, and how many unpaid ones they may have.',
    access: 'customer',
    answer: HoldPreview,
  },
  signOut: {
    method: 'POST',
    path: '/sign-out',
    summary: 'End the access token this call is made with; one that has ended stays so.',
    access: 'open',
    ...acknowledged,
  },
} as const satisfies Record<string, Endpoint>;

/** Calls that exist in the demo only, because they show mails. */
export const demoCalls = {
  listOutbox: {
    method: 'GET',
    path: '/dev/outbox',
    summary: 'The newest mails of the demo shop.',
    access: 'open',
    answer: z.array(OutboxMail),
  },
} as const satisfies Record<string, Endpoint>;
