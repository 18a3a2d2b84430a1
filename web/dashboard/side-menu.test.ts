import { expect, test } from 'vitest';
import routes from '#web/routes.ts';
import { isShown, menuItems } from './side-menu.tsx';

test('customers see their orders, their reviews and My Profile; admins My Profile and what runs the shop', () => {
  expect(menuItems(false).map(({ text }) => text)).toEqual([
    'My Orders',
    'Add A Review',
    'My Profile',
    'Order pad',
    'My lists',
    'Bought before',
    'My addresses',
    'My vehicles',
  ]);
  expect(menuItems(true).map(({ text }) => text)).toEqual([
    'My Profile',
    'Manage Users',
    'Manage Orders',
    'Add Products',
    'Manage Products',
    'Overview',
    'Returns',
    'Import',
    'Vehicles',
    'Search',
    'Audit Log',
    'Shop Settings',
    'Doctor',
  ]);
});

test('every page of the dashboard is in a menu, or belongs to an entry', () => {
  const items = [...menuItems(false), ...menuItems(true)];
  const dashboard = routes.find(({ path }) => path === 'dashboard')?.children ?? [];
  const pages = dashboard.flatMap(
    ({ path, children }) => children?.map((page) => page.path) ?? path,
  );
  // Pages with a parameter are opened from a list, not from the menu.
  const plain = pages.filter((page) => page !== undefined && !page.includes(':'));
  expect(plain.length).toBeGreaterThan(8);
  for (const page of plain)
    expect(
      items.some((item) => isShown(item, `/dashboard/${page}`)),
      page,
    ).toBe(true);
});
