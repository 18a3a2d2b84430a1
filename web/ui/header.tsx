import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { texts } from '#contract/texts.ts';
import { Icon } from './icon.tsx';
import { late } from './late.ts';
import { Mark } from './mark.tsx';
import { Link } from './link.tsx';
import { PersonInSight } from './person-in-sight.tsx';
import type { Person } from './profile-menu.tsx';

// Guests have none.
const ProfileMenu = late(async () => (await import('./profile-menu.tsx')).ProfileMenu);

/** A link of the header; `also` are other URLs of the same page. */
interface HeaderLink {
  readonly to: string;
  readonly text: string;
  readonly also?: readonly string[];
}

/**
 * Where the search box is, which has a row of its own below 1024 px: it stands there, or it waits out of sight, or it has come
 * after another one, over the page instead of moving it.
 */
export type SearchPlace = 'stands' | 'waits' | 'follows';

const over =
  'max-lg:bg-graphite max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:px-4 max-lg:pb-2.5 max-lg:md:px-6';

const searchPlaces: Record<SearchPlace, string> = {
  stands: 'max-lg:order-last max-lg:w-full',
  waits: `invisible ${over}`,
  follows: over,
};

/** The header of every page (Spec §2): logo, links with the active one highlighted, Login or the profile menu, and the mobile toggle. */
export function Header(props: {
  links: readonly HeaderLink[];
  start: string;
  login: string;
  dashboard: string;
  person: Person | undefined;
  onSignOut: () => void;
  search: ReactNode;
  /** Beside the profile menu. */
  tools: ReactNode;
  searchPlace: SearchPlace;
}) {
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => menu.current?.hidePopover();
  // Also after Back.
  useEffect(() => menu.current?.hidePopover(), [pathname]);
  return (
    <header
      data-theme="dark"
      className="bg-graphite text-base-content sticky top-0 z-30 shadow-[0_1px_0_rgb(255_255_255/0.08)]"
    >
      <div className="page-column flex min-h-16 flex-wrap items-center gap-x-2 gap-y-2.5 py-2.5 sm:gap-x-4">
        {/* The popover attribute works before the page's scripts run. */}
        <button
          type="button"
          popoverTarget="site-links"
          aria-expanded={open}
          aria-label="Menu"
          className="-ms-2 grid size-11 shrink-0 place-items-center rounded-md hover:bg-white/10 lg:hidden"
        >
          <Icon name={open ? 'close' : 'menu'} className="size-6" />
        </button>
        <Link
          to={props.start}
          className="flex items-center gap-2.5 rounded-sm text-base font-semibold"
        >
          <Mark className="text-primary size-8" />
          Underhood
        </Link>
        <div className={`lg:max-w-120 lg:flex-1 lg:ps-2 ${searchPlaces[props.searchPlace]}`}>
          {props.search}
        </div>
        <nav
          ref={menu}
          id="site-links"
          aria-label="Main"
          popover="auto"
          onToggle={(event) => setOpen(event.newState === 'open')}
          className="bg-graphite text-base-content inset-x-0 top-16 bottom-auto m-0 w-full max-w-none gap-1 max-lg:flex-col max-lg:border-t max-lg:border-white/10 max-lg:p-4 max-lg:shadow-xl open:flex lg:static lg:ms-auto lg:flex lg:w-auto lg:overflow-visible"
        >
          {props.links.map((link) => (
            <NavItem key={link.text} link={link} pathname={pathname} onFollow={close} />
          ))}
        </nav>
        <div className="flex items-center gap-1 max-lg:ms-auto sm:gap-2">
          {props.tools}
          {props.person ? (
            <Suspense fallback={<PersonInSight />}>
              <ProfileMenu
                person={props.person}
                dashboard={props.dashboard}
                onSignOut={props.onSignOut}
              />
            </Suspense>
          ) : (
            <>
              <PersonInSight />
              <span className="guest-only">
                <Link
                  to={props.login}
                  className="btn min-h-11 border-white/30 bg-white/10 px-4 font-semibold text-white shadow-none hover:bg-white/20 sm:px-5"
                >
                  {texts.login}
                </Link>
              </span>
            </>
          )}
        </div>
      </div>
    </header>
  );
}

function NavItem(props: { link: HeaderLink; pathname: string; onFollow: () => void }) {
  const { link, pathname } = props;
  const active = [link.to, ...(link.also ?? [])].some(
    (path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)),
  );
  return (
    <Link
      to={link.to}
      onClick={props.onFollow}
      aria-current={active ? 'page' : undefined}
      className={`flex min-h-11 items-center rounded-md px-3 text-[0.9375rem] hover:bg-white/10 lg:whitespace-nowrap ${
        active
          ? 'max-lg:font-semibold text-white shadow-[inset_0_-2px_0_var(--color-primary)] max-lg:bg-white/10 max-lg:shadow-[inset_3px_0_0_var(--color-primary)] lg:rounded-none'
          : 'text-base-content/85'
      }`}
    >
      {link.text}
    </Link>
  );
}
