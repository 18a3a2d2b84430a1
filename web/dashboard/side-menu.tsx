import { NavLink } from 'react-router';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';

/** Who sees which page of the dashboard (Spec §2). */
export function menuItems(isAdmin: boolean) {
  const orders = { to: paths.myOrders, text: texts.myOrders };
  const profile = { to: paths.myProfile, text: texts.myProfile };
  return isAdmin ? [profile] : [orders, profile];
}

/** The dashboard's menu: a column beside the page, on a phone a row above it that scrolls by itself. */
export function SideMenu({ isAdmin }: { readonly isAdmin: boolean }) {
  return (
    <nav aria-label={texts.dashboard} className="md:w-52 md:flex-none">
      <ul className="border-base-300 -mx-4 flex gap-1 overflow-x-auto border-b px-4 md:sticky md:top-24 md:mx-0 md:flex-col md:border-0 md:px-0">
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
