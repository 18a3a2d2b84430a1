import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';

interface MenuItem {
  readonly to: string;
  readonly text: string;
  /** Other addresses whose pages belong to this item too. */
  readonly also?: readonly string[];
}

const documents = '/dashboard/documents/';

const customerItems: readonly MenuItem[] = [
  { to: paths.myOrders, text: texts.myOrders, also: ['/dashboard/pay', documents] },
  { to: paths.addAReview, text: texts.addAReview },
];

/** After those of Spec §2. */
const furtherItems: readonly MenuItem[] = [
  { to: paths.orderPad, text: 'Order pad' },
  { to: paths.myLists, text: 'My lists' },
  { to: paths.boughtBefore, text: 'Bought before' },
  { to: paths.myAddresses, text: 'My addresses' },
  { to: paths.myVehicles, text: 'My vehicles' },
];

const adminItems: readonly MenuItem[] = [
  { to: paths.manageUsers, text: texts.manageUsers },
  // An order's own page is below My Orders, which the menu of admins does not have.
  { to: paths.manageOrders, text: texts.manageOrders, also: [paths.order(''), documents] },
  { to: paths.addProducts, text: texts.addProducts },
  { to: paths.manageProducts, text: texts.manageProducts },
  { to: paths.overview, text: 'Overview' },
  { to: paths.returns, text: 'Returns' },
  { to: paths.imports, text: 'Import' },
  { to: paths.vehicles, text: 'Vehicles' },
  { to: paths.synonyms, text: 'Search', also: [paths.emptySearches] },
  { to: paths.auditLog, text: 'Audit Log', also: [paths.securityEvents] },
  { to: paths.shopSettings, text: 'Shop Settings' },
  { to: paths.doctor, text: 'Doctor' },
];

/** The menu's items (Spec §2). */
export function menuItems(isAdmin: boolean): readonly MenuItem[] {
  const profile: MenuItem = { to: paths.myProfile, text: texts.myProfile };
  return isAdmin ? [profile, ...adminItems] : [...customerItems, profile, ...furtherItems];
}

/** Whether the item is the active one. */
export function isShown({ to, also }: MenuItem, pathname: string): boolean {
  return (
    pathname === to ||
    pathname.startsWith(`${to}/`) ||
    (also ?? []).some((address) => pathname.startsWith(address))
  );
}

/** The dashboard's menu: a column beside the page, on a phone a scrolling row above it. */
export function SideMenu({ isAdmin }: { isAdmin: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    // Scrolls the row only, not the page.
    if (here && list.current)
      list.current.scrollLeft = here.offsetLeft - (list.current.clientWidth - here.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav aria-label={texts.dashboard} className="md:w-44 md:flex-none">
      <ul
        ref={list}
        className="relative border-base-300 -mx-4 flex overflow-x-auto md:gap-1 border-b px-4 md:sticky md:top-36 lg:top-24 md:mx-0 md:flex-col md:border-0 md:px-0"
      >
        {menuItems(isAdmin).map((item) => (
          <li key={item.to} className="flex-none">
            <Link
              to={item.to}
              aria-current={isShown(item, pathname) ? 'page' : undefined}
              className={`flex min-h-11 items-center px-3 font-semibold md:px-4 whitespace-nowrap max-md:border-b-3 md:rounded-md md:border-s-3 ${
                isShown(item, pathname)
                  ? 'border-primary md:bg-base-100'
                  : 'quiet hover:bg-base-300/50 border-transparent'
              }`}
            >
              {item.text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
