import type { Shop } from '#server/shop.ts';

/** Learns what admins changed on other copies of the shop, also while nobody asks for a page. */
export function refreshSettings({ settings }: Shop): Promise<void> {
  return settings.refresh();
}
