import * as z from 'zod/mini';
import { endpoint, type Endpoint } from './endpoint.ts';
import { HoldPreview, OrderHistory } from './orders.ts';
import { Acknowledged, byId, line, notAcknowledged } from './fields.ts';
import { PayLinkRenewed } from './payments.ts';
import { Category, Vehicles } from './parts.ts';
import { OutboxMail, Site } from './site.ts';

/** What the pages need beyond Spec §7. */
export const siteCalls = {
  getSite: endpoint({
    method: 'GET',
    path: '/site',
    summary: 'How this shop is set up: contact, sign-in options, card provider.',
    access: 'open',
    answer: Site,
    errors: [],
  }),
  listCategories: endpoint({
    method: 'GET',
    path: '/categories',
    summary: 'The shelves of the shop with the number of parts on each.',
    access: 'open',
    answer: z.array(Category),
    cacheable: true,
    errors: [],
  }),
  listVehicles: endpoint({
    method: 'GET',
    path: '/vehicles',
    summary: 'Makes, models and years for which the shop has parts.',
    access: 'open',
    query: z.object({
      make: z.optional(line(60, 0)),
      model: z.optional(line(80, 0)),
    }),
    answer: Vehicles,
    cacheable: true,
    errors: [],
  }),
  getOrderHistory: endpoint({
    method: 'GET',
    path: '/orders/{id}/history',
    summary: 'An order with everything that happened to it; cancelled ones too.',
    access: 'owner',
    params: byId,
    answer: OrderHistory,
    missing: 'order_not_found',
    errors: ['order_not_found'],
  }),
  renewPayLink: endpoint({
    method: 'POST',
    path: '/orders/{id}/pay-link',
    summary:
      "Give an unpaid order of one's own another pay link; older ones end, with the payments they opened.",
    access: 'customer',
    params: byId,
    answer: PayLinkRenewed,
    missing: 'order_not_found',
    refused: notAcknowledged,
    errors: [
      'order_not_found',
      'order_paid',
      'order_being_cancelled',
      'order_being_paid',
      'key_reused',
      'cards_unavailable',
    ],
  }),
  getHold: endpoint({
    method: 'GET',
    path: '/hold',
    summary:
      'How long an order that the caller places now would hold its pieces, and how many unpaid ones they may have.',
    access: 'customer',
    answer: HoldPreview,
    errors: [],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/sign-out',
    summary: 'End the access token this call is made with; one that has ended stays so.',
    access: 'open',
    answer: Acknowledged,
    refused: notAcknowledged,
    errors: [],
  }),
} as const satisfies Record<string, Endpoint>;

/** Calls that exist in the demo shop only: they show what no live shop may show. */
export const demoCalls = {
  listOutbox: endpoint({
    method: 'GET',
    path: '/dev/outbox',
    summary: 'The newest mails of the demo shop.',
    access: 'open',
    answer: z.array(OutboxMail),
    errors: [],
  }),
} as const satisfies Record<string, Endpoint>;
