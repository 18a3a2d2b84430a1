import type { Endpoint } from './endpoint.ts';
import { acknowledged } from './fields.ts';
import { ContactEdit, SaleBannerEdit, ShopSettings } from './settings.ts';

/** What admins change of what the shop says of itself. */
export const settingsCalls = {
  getSettings: {
    method: 'GET',
    path: '/admin/settings',
    summary: 'How to reach the shop, and its sale banner: as they are shown, and the originals.',
    access: 'admin',
    answer: ShopSettings,
  },
  saveContact: {
    method: 'PUT',
    path: '/admin/settings/contact',
    summary:
      'Change how to reach the shop, or bring the original back; refused when it is not as the editor saw it.',
    access: 'admin',
    body: ContactEdit,
    ...acknowledged,
    errors: ['settings_changed'],
  },
  saveSaleBanner: {
    method: 'PUT',
    path: '/admin/settings/sale-banner',
    summary:
      'Change the sale banner, or bring the original back; refused when it is not as the editor saw it.',
    access: 'admin',
    body: SaleBannerEdit,
    ...acknowledged,
    errors: ['settings_changed'],
  },
} as const satisfies Record<string, Endpoint>;
