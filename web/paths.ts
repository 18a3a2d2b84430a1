import type { DocumentKind } from '#contract/documents.ts';
import { partSlug } from '#contract/part-rules.ts';

/** Addresses that several pages link to. A page beyond Spec §2 must also stand in docs/paths.md. */
export const paths = {
  start: '/',
  home: '/home',
  /** Where a vehicle is chosen without scripts. */
  vehicleForm: '/#vehicle',
  parts: '/parts',
  /** What there are parts for: all makes, or those of the vehicle that these slugs name (contract/vehicle-slug.ts). */
  ofVehicle: (...slugs: readonly string[]): `/vehicles${string}` =>
    `/vehicles${slugs.map((slug) => `/${encodeURIComponent(slug)}`).join('')}`,
  orderPad: '/order-pad',
  portfolio: '/my-portfolio',
  blog: '/blog',
  login: '/login',
  /** Where a sign-in goes on that asks for a code. */
  signInCode: '/login?step=code',
  /** Where somebody comes who has closed their account. */
  accountClosed: '/account-closed',
  register: '/register',
  forgetPassword: '/forget-password',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  outbox: '/dev/outbox',
  dashboard: '/dashboard',
  myOrders: '/dashboard/my-orders',
  order: (orderId: string): `/dashboard/my-orders/${string}` => `/dashboard/my-orders/${orderId}`,
  /** A list that was ordered at once. */
  batch: (batchId: string): `/dashboard/my-orders/list/${string}` =>
    `/dashboard/my-orders/list/${batchId}`,
  /** Several of one's own orders, and all unpaid ones of batches, in one payment. */
  payTogether: ({
    orders = [],
    batches = [],
  }: {
    readonly orders?: readonly string[];
    readonly batches?: readonly string[];
  }): `/dashboard/pay?${string}` =>
    `/dashboard/pay?${new URLSearchParams({
      ...(orders.length > 0 && { orders: orders.join() }),
      ...(batches.length > 0 && { batch: batches.join() }),
    }).toString()}`,
  /** A page to print (contract/documents.ts says whose id each kind has). */
  document: (kind: DocumentKind, id: string): `/dashboard/documents/${string}` =>
    `/dashboard/documents/${kind}/${id}`,
  myProfile: '/dashboard/my-profile',
  myLists: '/dashboard/my-lists',
  myAddresses: '/dashboard/my-addresses',
  myVehicles: '/dashboard/my-vehicles',
  boughtBefore: '/dashboard/bought-before',
  addAReview: '/dashboard/add-a-review',
  review: (orderId: string): `/dashboard/add-a-review/${string}` =>
    `/dashboard/add-a-review/${orderId}`,
  overview: '/dashboard/overview',
  manageUsers: '/dashboard/manage-users',
  manageOrders: '/dashboard/manage-orders',
  returns: '/dashboard/returns',
  addProducts: '/dashboard/add-products',
  manageProducts: '/dashboard/manage-products',
  manageProduct: (partId: string): `/dashboard/manage-products/${string}` =>
    `/dashboard/manage-products/${partId}`,
  imports: '/dashboard/import',
  auditLog: '/dashboard/audit-log',
  securityEvents: '/dashboard/security-events',
  shopSettings: '/dashboard/shop-settings',
  synonyms: '/dashboard/synonyms',
  emptySearches: '/dashboard/empty-searches',
  vehicles: '/dashboard/vehicles',
  doctor: '/dashboard/doctor',
  /** A part for everybody to look at. */
  part: (part: { readonly _id: string; readonly name: string }): `/parts/${string}` =>
    `/parts/${partSlug(part)}`,
  purchase: (partId: string): `/purchase/${string}` => `/purchase/${partId}`,
  /** The key is needed by whoever pays for somebody else, once the order's owner renewed the link. */
  payment: (orderId: string, linkKey?: string | null): `/payment/${string}` =>
    `/payment/${orderId}${linkKey ? `/${linkKey}` : ''}`,
} as const;
