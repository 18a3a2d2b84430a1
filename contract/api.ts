import * as z from 'zod/mini';
import { AuditEntry, AuditQuery } from '#contract/audit.ts';
import { endpoint, type CallAnswer, type CallInput, type Endpoint } from '#contract/endpoint.ts';
import { Acknowledged, Id, PageQuery, Email } from '#contract/fields.ts';
import { AllOrdersQuery, NewOrder, Order, OrderPlaced, OrderView } from '#contract/orders.ts';
import {
  Category,
  ManagedPart,
  ManagedPartsQuery,
  NewPart,
  Part,
  PartAdded,
  PartDetail,
  PartEdit,
  PartsQuery,
  StockChange,
  Vehicles,
} from '#contract/parts.ts';
import { ImageUploaded, UploadedFile } from '#contract/images.ts';
import { IntentReady, NewIntent, PaymentDone } from '#contract/payments.ts';
import { NewReview, Review } from '#contract/reviews.ts';
import { OutboxMail, Site } from '#contract/site.ts';
import { ProfileEdit, User, UserAddress, UserPut, UsersQuery } from '#contract/users.ts';

const notAcknowledged = { acknowledged: false };
const byId = z.object({ id: Id });

/** The shop's calls by name. The first eighteen stand in the order of Spec §7; the rest are the pages' own needs. */
export const api = {
  listParts: endpoint({
    method: 'GET',
    path: '/parts',
    summary: 'Parts, newest first; searched and narrowed by the query.',
    access: 'open',
    query: PartsQuery,
    answer: z.array(Part),
    paged: true,
    cacheable: true,
    errors: [],
  }),
  getPart: endpoint({
    method: 'GET',
    path: '/parts/{id}',
    summary: 'One part with the vehicles it fits.',
    access: 'open',
    params: byId,
    answer: PartDetail,
    cacheable: true,
    missing: 'part_not_found',
    errors: ['part_not_found'],
  }),
  listReviews: endpoint({
    method: 'GET',
    path: '/review',
    summary: 'Reviews, newest first; of one part when productId is given.',
    access: 'open',
    query: z.object({ ...PageQuery, productId: z.optional(Id) }),
    answer: z.array(Review),
    paged: true,
    cacheable: true,
    errors: [],
  }),
  placeOrder: endpoint({
    method: 'POST',
    path: '/orders',
    summary: "Order a part at the shop's own price; the pieces are held until the order is paid or cancelled.",
    access: 'customer',
    body: NewOrder,
    answer: OrderPlaced,
    status: 201,
    refused: notAcknowledged,
    errors: ['part_not_found', 'quantity_out_of_range', 'too_many_unpaid_orders', 'key_reused'],
  }),
  listOrders: endpoint({
    method: 'GET',
    path: '/orders',
    summary: "One customer's orders, newest first.",
    access: 'self',
    adminToo: true,
    query: z.object({ ...PageQuery, email: Email }),
    answer: z.array(Order),
    paged: true,
    errors: [],
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/orders/{id}',
    summary: 'One order: all of it for its owner and admins, what a payer needs for whoever holds the id.',
    access: 'link',
    params: byId,
    answer: OrderView,
    missing: 'order_not_found',
    errors: ['order_not_found'],
  }),
  cancelOrder: endpoint({
    method: 'DELETE',
    path: '/order',
    summary: 'Cancel an unpaid order; its pieces go back on sale.',
    access: 'owner',
    query: z.object({ id: Id }),
    answer: z.object({ deletedCount: z.number() }),
    missing: 'order_not_found',
    refused: { deletedCount: 0 },
    errors: ['order_not_found', 'order_paid', 'order_being_paid', 'cards_unavailable'],
  }),
  listAllOrders: endpoint({
    method: 'GET',
    path: '/order',
    summary: 'All orders, newest first.',
    access: 'admin',
    query: AllOrdersQuery,
    answer: z.array(Order),
    paged: true,
    errors: [],
  }),
  shipOrder: endpoint({
    method: 'PATCH',
    path: '/order/{id}',
    summary: 'Mark a paid order as shipped.',
    access: 'admin',
    params: byId,
    body: z.object({ status: z.literal('shipped') }),
    answer: Acknowledged,
    missing: 'order_not_found',
    refused: notAcknowledged,
    errors: ['order_not_found', 'order_not_paid'],
  }),
  confirmPayment: endpoint({
    method: 'PATCH',
    path: '/orders/{id}',
    summary: 'Say that an order was paid; believed only when the card provider confirms it.',
    access: 'link',
    params: byId,
    body: PaymentDone,
    answer: Acknowledged,
    missing: 'order_not_found',
    refused: notAcknowledged,
    errors: ['order_not_found', 'payment_unknown', 'payment_not_confirmed', 'order_paid', 'cards_unavailable'],
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/user/{email}',
    summary: 'One account with its role and profile.',
    access: 'self',
    adminToo: true,
    params: UserAddress,
    answer: User,
    missing: 'user_not_found',
    errors: ['user_not_found'],
  }),
  putUser: endpoint({
    method: 'PUT',
    path: '/users/{email}',
    summary: 'After a sign-in: store the account and receive an access token. Signed in: edit the profile.',
    access: 'self',
    identityToken: true,
    params: UserAddress,
    body: ProfileEdit,
    answer: UserPut,
    refused: { result: notAcknowledged },
    errors: ['identity_invalid', 'email_taken'],
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'All accounts, newest first.',
    access: 'admin',
    query: UsersQuery,
    answer: z.array(User),
    paged: true,
    errors: [],
  }),
  makeAdmin: endpoint({
    method: 'PUT',
    path: '/users/admin/{email}',
    summary: 'Make an account an admin.',
    access: 'admin',
    params: UserAddress,
    answer: Acknowledged,
    missing: 'user_not_found',
    refused: notAcknowledged,
    errors: ['user_not_found'],
  }),
  createPaymentIntent: endpoint({
    method: 'POST',
    path: '/create-payment-intent',
    summary: "Open, or find again, the one open payment of an unpaid order, for the order's own amount.",
    access: 'link',
    body: NewIntent,
    answer: IntentReady,
    missing: 'order_not_found',
    refused: { clientSecret: null },
    errors: [
      'sign_in_required',
      'order_not_found',
      'no_single_order',
      'price_mismatch',
      'order_paid',
      'order_being_cancelled',
      'amount_not_chargeable',
      'cards_unavailable',
    ],
  }),
  addReview: endpoint({
    method: 'POST',
    path: '/reviews',
    summary: 'Review a part of a paid order; a second review of the same order edits the first.',
    access: 'customer',
    body: NewReview,
    answer: Acknowledged,
    refused: notAcknowledged,
    errors: ['order_not_found'],
  }),
  addPart: endpoint({
    method: 'POST',
    path: '/part',
    summary: 'Add a part to the shop.',
    access: 'admin',
    body: NewPart,
    answer: PartAdded,
    refused: notAcknowledged,
    errors: ['image_unknown'],
  }),
  deletePart: endpoint({
    method: 'DELETE',
    path: '/part/{id}',
    summary: 'Take a part out of the shop; its orders and reviews stay.',
    access: 'admin',
    params: byId,
    answer: Acknowledged,
    missing: 'part_not_found',
    refused: notAcknowledged,
    errors: ['part_not_found'],
  }),
  // Beyond Spec §7
  editPart: endpoint({
    method: 'PATCH',
    path: '/part/{id}',
    summary: 'Change the facts of a part, adjust its stock with a reason, or both; refused when it is not as the editor saw it.',
    access: 'admin',
    params: byId,
    body: PartEdit,
    answer: Acknowledged,
    missing: 'part_not_found',
    refused: notAcknowledged,
    errors: ['part_not_found', 'part_changed', 'stock_too_low', 'image_unknown'],
  }),
  restorePart: endpoint({
    method: 'POST',
    path: '/part/{id}/restore',
    summary: 'Put a deleted part back into the shop.',
    access: 'admin',
    params: byId,
    answer: Acknowledged,
    missing: 'part_not_found',
    refused: notAcknowledged,
    errors: ['part_not_found'],
  }),
  uploadImage: endpoint({
    method: 'POST',
    path: '/images',
    summary: 'Upload a picture (JPEG, PNG or WebP, at most 8 MB and 40 megapixels); it is re-encoded and kept in three widths.',
    access: 'admin',
    upload: 'image',
    body: UploadedFile,
    answer: ImageUploaded,
    refused: { success: false },
    errors: ['image_not_accepted', 'too_large', 'images_unavailable'],
  }),
  listManagedParts: endpoint({
    method: 'GET',
    path: '/admin/parts',
    summary: 'Parts as admins see them, deleted ones too.',
    access: 'admin',
    query: ManagedPartsQuery,
    answer: z.array(ManagedPart),
    paged: true,
    errors: [],
  }),
  listStockChanges: endpoint({
    method: 'GET',
    path: '/admin/parts/{id}/stock',
    summary: "A part's stock ledger, newest first.",
    access: 'admin',
    params: byId,
    query: z.object(PageQuery),
    answer: z.array(StockChange),
    paged: true,
    missing: 'part_not_found',
    errors: ['part_not_found'],
  }),
  listAudit: endpoint({
    method: 'GET',
    path: '/admin/audit',
    summary: 'What admins did, newest first.',
    access: 'admin',
    query: AuditQuery,
    answer: z.array(AuditEntry),
    paged: true,
    errors: [],
  }),
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
      make: z.optional(z.string().check(z.maxLength(60))),
      model: z.optional(z.string().check(z.maxLength(80))),
    }),
    answer: Vehicles,
    cacheable: true,
    errors: [],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/sign-out',
    summary: 'End the access token this call is made with.',
    access: 'customer',
    answer: Acknowledged,
    refused: notAcknowledged,
    errors: [],
  }),
} as const satisfies Record<string, Endpoint>;

/** Calls that exist in the demo shop only: they show what no live shop may show. */
export const demoApi = {
  listOutbox: endpoint({
    method: 'GET',
    path: '/dev/outbox',
    summary: 'The newest mails of the demo shop.',
    access: 'open',
    answer: z.array(OutboxMail),
    errors: [],
  }),
} as const satisfies Record<string, Endpoint>;

/** Every call there is, by name. */
export const calls = { ...api, ...demoApi };

/** The name of a call. */
export type CallName = keyof typeof calls;

/** What the caller of a call hands over. */
export type InputFor<N extends CallName> = CallInput<(typeof calls)[N]>;

/** What the caller of a call receives. */
export type AnswerFor<N extends CallName> = CallAnswer<(typeof calls)[N]>;

/** One page of a list and the cursor of the next; undefined on the last. */
export interface Page<Row> {
  readonly rows: Row;
  readonly next: string | undefined;
}

/** How pages call the shop: over HTTP in the browser, in the same process on the server. Rejects with an `ApiError`. */
export interface Api {
  call<N extends CallName>(name: N, input: InputFor<N>): Promise<AnswerFor<N>>;
  page<N extends CallName>(name: N, input: InputFor<N>): Promise<Page<AnswerFor<N>>>;
}
