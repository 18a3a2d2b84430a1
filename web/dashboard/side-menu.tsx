import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';

const customerItems = [
  { to: paths.myOrders, text: texts.myOrders },
  { to: paths.addAReview, text: texts.addAReview },
];

const adminItems = [
  { to: paths.manageUsers, text: texts.manageUsers },
  { to: paths.manageOrders, text: texts.manageOrders },
  { to: paths.addProducts, text: texts.addProducts },
  { to: paths.manageProducts, text: texts.manageProducts },
  { to: paths.auditLog, text: 'Audit Log' },
  { to: paths.doctor, text: 'Doctor' },
];

/** Who sees which page of the dashboard (Spec §2). */
export function menuItems(isAdmin: boolean) {
  const profile = { to: paths.myProfile, text: texts.myProfile };
  return isAdmin ? [profile, ...adminItems] : [...customerItems, profile];
}

/** The dashboard's menu: a column beside the page, on a phone a row above it that scrolls by itself. */
export function SideMenu({ isAdmin }: { readonly isAdmin: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    // Only the row itself is moved, never the page.
    if (here && list.current) list.current.scrollLeft = here.offsetLeft - (list.current.clientWidth - here.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav aria-label={texts.dashboard} className="md:w-52 md:flex-none">
      <ul
        ref={list}
        className="relative border-base-300 -mx-4 flex gap-1 overflow-x-auto border-b px-4 md:sticky md:top-24 md:mx-0 md:flex-col md:border-0 md:px-0"
      >
        {menuItems(isAdmin).map(({ to, text }) => (
          <li key={to} className="flex-none">
            <NavLink
              to={to}
              className={({ isActive }) =>
                `flex min-h-11 items-center px-4 font-semibold whitespace-nowrap max-md:border-b-3 md:rounded-md md:border-s-3 ${
                  isActive ? 'border-primary md:bg-base-100' : 'quiet hover:bg-base-300/50 border-transparent'
                }`
              }
            >
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
