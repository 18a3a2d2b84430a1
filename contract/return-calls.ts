import * as z from 'zod/mini';
import { listOf, type Endpoint } from './endpoint.ts';
import { acknowledged, byId, Id, notAcknowledged } from './fields.ts';
import { UploadedFile } from './images.ts';
import { ofOrder } from './orders.ts';
import {
  ManagedReturn,
  NewReturn,
  OrderReturns,
  PictureAdded,
  ReturnAsked,
  ReturnsQuery,
  ReturnStep,
} from './returns.ts';

const ofReturn = { params: byId, missing: 'return_not_found' } as const;

/** Pieces that customers send back, beyond Spec §7. */
export const returnCalls = {
  askReturn: {
    method: 'POST',
    path: '/orders/{id}/returns',
    summary: 'Ask to send back pieces of a paid order that were shipped.',
    access: 'owner',
    ...ofOrder,
    body: NewReturn,
    answer: ReturnAsked,
    status: 201,
    refused: notAcknowledged,
    errors: [
      'order_not_paid',
      'order_refunded',
      'order_disputed',
      'return_open',
      'too_many_returns',
      'return_too_large',
      'key_reused',
    ],
  },
  listOrderReturns: {
    method: 'GET',
    path: '/orders/{id}/returns',
    summary: 'The returns of an order, and how many pieces another one may have.',
    access: 'owner',
    ...ofOrder,
    answer: OrderReturns,
  },
  withdrawReturn: {
    method: 'DELETE',
    path: '/returns/{id}',
    summary: 'Take back a return of which nothing has arrived; it stays in the list as withdrawn.',
    access: 'owner',
    ...ofReturn,
    ...acknowledged,
    errors: ['return_state'],
  },
  addReturnPicture: {
    method: 'POST',
    path: '/returns/{id}/pictures',
    summary:
      'Add a picture (JPEG, PNG or WebP, at most 8 MB and 40 megapixels) to a return; it is re-encoded, and a return has five at most.',
    access: 'owner',
    // Decoding: up to eight megabytes are in memory, and the work of a fifth of a second.
    price: 100,
    ...ofReturn,
    upload: 'image',
    body: UploadedFile,
    answer: PictureAdded,
    status: 201,
    refused: notAcknowledged,
    errors: ['return_state', 'too_many_pictures', 'image_not_accepted', 'too_large'],
  },
  getReturnPicture: {
    method: 'GET',
    path: '/returns/{id}/pictures/{picture}',
    summary: "A picture of a return as WebP, for the order's customer and admins.",
    access: 'owner',
    params: z.object({ id: Id, picture: Id }),
    missing: 'return_not_found',
    picture: true,
    answer: UploadedFile,
  },
  listManagedReturns: {
    ...listOf(ManagedReturn),
    path: '/admin/returns',
    summary: 'The returns of all orders, newest first.',
    access: 'admin',
    query: ReturnsQuery,
  },
  stepReturn: {
    method: 'POST',
    path: '/admin/returns/{id}',
    summary:
      'Agree to a return or decline it, note what has arrived, or give the money back and put pieces on sale again.',
    access: 'admin',
    ...ofReturn,
    body: ReturnStep,
    ...acknowledged,
    errors: [
      'return_state',
      'return_too_large',
      'refund_too_large',
      'pieces_left_over',
      'restock_too_large',
      'order_disputed',
      'key_reused',
    ],
  },
} as const satisfies Record<string, Endpoint>;
