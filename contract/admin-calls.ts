import * as z from 'zod/mini';
import { endpoint, type Endpoint } from './endpoint.ts';
import { AuditEntry, AuditQuery } from './audit.ts';
import { DoctorReport } from './doctor.ts';
import { Acknowledged, byId, notAcknowledged, PageQuery } from './fields.ts';
import { NewRefund, OrdersReleased, OrdersToRelease } from './orders.ts';
import { ManagedPart, ManagedPartsQuery, PartEdit, StockChange } from './parts.ts';
import { SecurityEvent, SecurityEventsQuery } from './security-events.ts';
import { ImageUploaded, UploadedFile } from './images.ts';
import { UserAddress } from './users.ts';

/** What admins need beyond Spec §7. */
export const adminCalls = {
  editPart: endpoint({
    method: 'PATCH',
    path: '/part/{id}',
    summary:
      'Change the facts of a part, adjust its stock with a reason, or both; refused when it is not as the editor saw it.',
    access: 'admin',
    params: byId,
    body: PartEdit,
    answer: Acknowledged,
    missing: 'part_not_found',
    refused: notAcknowledged,
    errors: ['part_not_found', 'part_changed', 'stock_too_low', 'image_unknown', 'key_reused'],
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
    summary:
      'Upload a picture (JPEG, PNG or WebP, at most 8 MB and 40 megapixels); it is re-encoded and kept in three widths.',
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
  getManagedPart: endpoint({
    method: 'GET',
    path: '/admin/parts/{id}',
    summary:
      'One part as admins see it, also when it is deleted; never from a cache, because edits are compared with it.',
    access: 'admin',
    params: byId,
    answer: ManagedPart,
    missing: 'part_not_found',
    errors: ['part_not_found'],
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
  refundOrder: endpoint({
    method: 'POST',
    path: '/order/{id}/refund',
    summary: 'Give back all or part of the money of a paid order that is not shipped.',
    access: 'admin',
    params: byId,
    body: NewRefund,
    answer: z.object({ acknowledged: z.boolean(), refundedTotal: z.number() }),
    missing: 'order_not_found',
    refused: notAcknowledged,
    errors: [
      'order_not_found',
      'order_not_paid',
      'order_shipped',
      'order_disputed',
      'refund_too_large',
      'restock_needs_full_refund',
      'key_reused',
    ],
  }),
  releaseOrders: endpoint({
    method: 'POST',
    path: '/admin/orders/release',
    summary:
      'Cancel unpaid orders, so that their pieces go back on sale; says which could not be cancelled and why.',
    access: 'admin',
    body: OrdersToRelease,
    answer: OrdersReleased,
    refused: notAcknowledged,
    errors: [],
  }),
  revokeAdmin: endpoint({
    method: 'DELETE',
    path: '/users/admin/{email}',
    summary: "Take the admin role away; never one's own, and never the last one that has power.",
    access: 'admin',
    params: UserAddress,
    answer: Acknowledged,
    missing: 'user_not_found',
    refused: notAcknowledged,
    errors: ['user_not_found', 'own_account', 'last_admin'],
  }),
  blockUser: endpoint({
    method: 'PUT',
    path: '/users/blocked/{email}',
    summary:
      'Keep an account out: its sessions end at once, its unpaid orders are cancelled, its paid ones go on.',
    access: 'admin',
    params: UserAddress,
    answer: Acknowledged,
    missing: 'user_not_found',
    refused: notAcknowledged,
    errors: ['user_not_found', 'own_account', 'last_admin'],
  }),
  unblockUser: endpoint({
    method: 'DELETE',
    path: '/users/blocked/{email}',
    summary: 'Let a blocked account sign in again.',
    access: 'admin',
    params: UserAddress,
    answer: Acknowledged,
    missing: 'user_not_found',
    refused: notAcknowledged,
    errors: ['user_not_found'],
  }),
  endUserSessions: endpoint({
    method: 'DELETE',
    path: '/users/sessions/{email}',
    summary: 'Sign an account out everywhere.',
    access: 'admin',
    params: UserAddress,
    answer: Acknowledged,
    missing: 'user_not_found',
    refused: notAcknowledged,
    errors: ['user_not_found'],
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
  listSecurityEvents: endpoint({
    method: 'GET',
    path: '/admin/security-events',
    summary:
      'Who signed in or tried to, who was given power, and what was refused as an attack; newest first.',
    access: 'admin',
    query: SecurityEventsQuery,
    answer: z.array(SecurityEvent),
    paged: true,
    errors: [],
  }),
  runDoctor: endpoint({
    method: 'GET',
    path: '/admin/doctor',
    summary:
      "Whether the shop's books agree with each other and with the card provider, and what is stuck; changes nothing.",
    access: 'admin',
    answer: DoctorReport,
    errors: [],
  }),
} as const satisfies Record<string, Endpoint>;
