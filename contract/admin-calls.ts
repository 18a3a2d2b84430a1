import * as z from 'zod/mini';
import { listOf, type Endpoint } from './endpoint.ts';
import { AuditEntry, AuditQuery } from './audit.ts';
import { DoctorAsked, DoctorReport } from './doctor.ts';
import { acknowledged, byId, line, notAcknowledged, PageQuery } from './fields.ts';
import { PartType } from './part-lists.ts';
import { NewRefund, ofOrder, OrdersReleased, OrdersToRelease } from './orders.ts';
import {
  largestPart,
  ManagedPart,
  ManagedPartsQuery,
  ofPart,
  PartEdit,
  PartToEdit,
  StockAdjustment,
  StockChange,
  unsettled,
} from './parts.ts';
import { ManagedReview, ReviewStep } from './reviews.ts';
import { SecurityEvent, SecurityEventsQuery } from './security-events.ts';
import { ImageUploaded, UploadedFile } from './images.ts';
import { PaymentsToRefund, RefundsConfirmed, UnbookedPayment } from './unbooked-payments.ts';
import { ofUser } from './users.ts';

/** What admins need beyond Spec §7. */
export const adminCalls = {
  editPart: {
    method: 'PATCH',
    path: '/part/{id}',
    summary:
      'Change the facts of a part; refused when it is not as the editor saw it. An adjustment of its stock that comes along is done with it, or neither is.',
    access: 'admin',
    ...ofPart,
    body: PartEdit,
    largestBody: largestPart,
    ...acknowledged,
    errors: ['part_changed', 'stock_too_low', 'image_unknown', 'key_reused', ...unsettled],
  },
  adjustStock: {
    method: 'POST',
    path: '/part/{id}/stock',
    summary: 'Put pieces of a part in or take them out, with the reason.',
    access: 'admin',
    ...ofPart,
    body: StockAdjustment,
    ...acknowledged,
    errors: ['stock_too_low', 'key_reused'],
  },
  restorePart: {
    method: 'POST',
    path: '/part/{id}/restore',
    summary: 'Put a deleted part back into the shop.',
    access: 'admin',
    ...ofPart,
    ...acknowledged,
  },
  uploadImage: {
    method: 'POST',
    path: '/images',
    summary:
      'Upload a picture (JPEG, PNG or WebP, at most 8 MB and 40 megapixels); it is re-encoded and kept in three widths.',
    access: 'admin',
    upload: 'image',
    body: UploadedFile,
    answer: ImageUploaded,
    refused: { success: false },
    errors: ['image_not_accepted', 'too_large', 'images_unavailable'],
  },
  listManagedParts: {
    ...listOf(ManagedPart),
    path: '/admin/parts',
    summary: 'Parts as admins see them, deleted ones too.',
    access: 'admin',
    query: ManagedPartsQuery,
  },
  getManagedPart: {
    method: 'GET',
    path: '/admin/parts/{id}',
    summary:
      'One part as admins see it, also when it is deleted; never from a cache, because edits are compared with it.',
    access: 'admin',
    ...ofPart,
    answer: PartToEdit,
  },
  listPartTypes: {
    method: 'GET',
    path: '/admin/part-types',
    summary: 'All part types with their attributes, shelf by shelf.',
    access: 'admin',
    answer: z.array(PartType),
  },
  listBrands: {
    method: 'GET',
    path: '/admin/brands',
    summary: 'Brands whose names begin like this, twenty at most.',
    access: 'admin',
    query: z.object({ q: z.optional(line(60, 0)) }),
    answer: z.array(z.string()),
  },
  listStockChanges: {
    ...listOf(StockChange),
    path: '/admin/parts/{id}/stock',
    summary: "A part's stock ledger, newest first.",
    access: 'admin',
    ...ofPart,
    query: z.object(PageQuery),
  },
  listManagedReviews: {
    ...listOf(ManagedReview),
    path: '/admin/parts/{id}/reviews',
    summary: "A part's reviews, newest first, hidden ones too.",
    access: 'admin',
    ...ofPart,
    query: z.object(PageQuery),
  },
  stepReview: {
    method: 'POST',
    path: '/admin/reviews/{id}',
    summary: 'Hide a review with a reason, show it again, or answer it.',
    access: 'admin',
    params: byId,
    missing: 'review_not_found',
    body: ReviewStep,
    ...acknowledged,
    errors: ['review_changed'],
  },
  refundOrder: {
    method: 'POST',
    path: '/order/{id}/refund',
    summary:
      'Give back all or part of the money of a paid order, shipped or not, or the price of pieces that will not be shipped.',
    access: 'admin',
    ...ofOrder,
    body: NewRefund,
    answer: z.object({ acknowledged: z.boolean(), refundedTotal: z.number() }),
    refused: notAcknowledged,
    errors: [
      'order_not_paid',
      'order_disputed',
      'refund_too_large',
      'pieces_too_many',
      'pieces_left_over',
      'restock_needs_full_refund',
      'key_reused',
    ],
  },
  releaseOrders: {
    method: 'POST',
    path: '/admin/orders/release',
    summary:
      'Cancel unpaid orders, so that their pieces go back on sale; says which could not be cancelled and why.',
    access: 'admin',
    body: OrdersToRelease,
    answer: OrdersReleased,
    refused: notAcknowledged,
  },
  revokeAdmin: {
    method: 'DELETE',
    path: '/users/admin/{email}',
    summary: "Take the admin role away; never one's own, and never the last one that has power.",
    access: 'admin',
    ...ofUser,
    ...acknowledged,
    errors: ['own_account', 'last_admin'],
  },
  blockUser: {
    method: 'PUT',
    path: '/users/blocked/{email}',
    summary:
      'Keep an account out: its sessions end at once, its unpaid orders are cancelled, its paid ones go on.',
    access: 'admin',
    ...ofUser,
    ...acknowledged,
    errors: ['own_account', 'last_admin'],
  },
  unblockUser: {
    method: 'DELETE',
    path: '/users/blocked/{email}',
    summary: 'Let a blocked account sign in again.',
    access: 'admin',
    ...ofUser,
    ...acknowledged,
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/users/sessions/{email}',
    summary: 'Sign an account out everywhere.',
    access: 'admin',
    ...ofUser,
    ...acknowledged,
  },
  listAudit: {
    ...listOf(AuditEntry),
    path: '/admin/audit',
    summary:
      'What admins did, newest first. With `q` a page may have fewer entries than asked for, or none, and a next one all the same.',
    access: 'admin',
    query: AuditQuery,
  },
  listSecurityEvents: {
    ...listOf(SecurityEvent),
    path: '/admin/security-events',
    summary:
      'Who signed in or tried to, who was given power, and what was refused as an attack; newest first. With `q` a page may have fewer events than asked for, or none, and a next one all the same.',
    access: 'admin',
    query: SecurityEventsQuery,
  },
  getDoctorReport: {
    method: 'GET',
    path: '/admin/doctor',
    summary:
      "What the doctor found when it last looked whether the shop's books agree with each other and with the card provider and what is stuck, and how far a run is.",
    access: 'admin',
    answer: DoctorReport,
  },
  runDoctor: {
    method: 'POST',
    path: '/admin/doctor/runs',
    summary:
      'Let the doctor look, in the background; one run at a time. It changes nothing but the report.',
    access: 'admin',
    answer: DoctorAsked,
    refused: notAcknowledged,
  },
  listUnbookedPayments: {
    method: 'GET',
    path: '/admin/unbooked-payments',
    summary:
      'Payments that the card provider holds for this shop and whose orders are not here, newest first, at most a thousand.',
    access: 'admin',
    answer: z.array(UnbookedPayment),
  },
  refundUnbookedPayments: {
    method: 'POST',
    path: '/admin/unbooked-payments/refund',
    summary:
      'Give such payments back, whole, in the background. Sent twice it does nothing twice; what is not waiting is passed over.',
    access: 'admin',
    body: PaymentsToRefund,
    answer: RefundsConfirmed,
    refused: notAcknowledged,
  },
} as const satisfies Record<string, Endpoint>;
