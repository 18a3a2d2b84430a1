import { expect, test } from 'vitest';
import { menuItems } from './side-menu.tsx';

test('customers see their orders, their reviews and My Profile; admins My Profile and what runs the shop', () => {
  expect(menuItems(false).map(({ text }) => text)).toEqual([
    'My Orders',
    'Add A Review',
    'My Profile',
  ]);
  expect(menuItems(true).map(({ text }) => text)).toEqual([
    'My Profile',
    'Manage Users',
    'Manage Orders',
    'Add Products',
    'Manage Products',
    'Audit Log',
    'Doctor',
  ]);
});
