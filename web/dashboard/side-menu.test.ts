import { expect, test } from 'vitest';
import { menuItems } from '#web/dashboard/side-menu.tsx';

test('customers see My Orders and My Profile, admins My Profile', () => {
  expect(menuItems(false).map(({ text }) => text)).toEqual(['My Orders', 'My Profile']);
  expect(menuItems(true).map(({ text }) => text)).toEqual(['My Profile']);
});
