import { useCallback, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { texts } from '#contract/texts.ts';
import { useDismiss } from './dismiss.ts';
import { Mark } from './mark.tsx';
import { ProfileMenu, type Person } from './profile-menu.tsx';

/** A link of the header; `also` are other addresses of the same page. */
interface HeaderLink {
  readonly to: string;
  readonly text: string;
  readonly also?: readonly string[];
}

/** The graphite bar on every page (Spec §2): logo, links with the active one highlighted, Login or the profile menu, and the mobile toggle. */
export function Header(props: {
  readonly links: readonly HeaderLink[];
  readonly start: string;
  readonly login: string;
  readonly dashboard: string;
  readonly person: Person | undefined;
  readonly onSignOut: () => void;
}) {
  const { pathname } = useLocation();
  // The menu is open on one page: a link closes it, also one to the same page, and so does Back.
  const [openOn, setOpenOn] = useState<string>();
  const open = openOn === pathname;
  const box = useRef<HTMLElement>(null);
  const close = useCallback(() => setOpenOn(undefined), []);
  useDismiss(open, box, close);
  return (
    <header
      ref={box}
      data-theme="dark"
      className="bg-graphite text-base-content sticky top-0 z-30 shadow-[0_1px_0_rgb(255_255_255/0.08)]"
    >
      <div className="max-w-page mx-auto flex h-16 items-center gap-2 px-4 sm:gap-4 md:px-6">
        <button
          type="button"
          aria-expanded={open}
          aria-controls="site-links"
          aria-label="Menu"
          onClick={() => setOpenOn(open ? undefined : pathname)}
          className="-ms-2 grid size-11 shrink-0 place-items-center rounded-md hover:bg-white/10 md:hidden"
        >
          <MenuIcon open={open} />
        </button>
        <Link
          to={props.start}
          className="flex items-center gap-2.5 rounded-sm text-lg font-extrabold tracking-tight"
        >
          <Mark className="text-primary size-8" />
          Underhood
        </Link>
        <nav
          id="site-links"
          aria-label="Main"
          className={`${open ? 'max-md:flex' : 'max-md:hidden'} bg-graphite flex gap-1 max-md:absolute max-md:inset-x-0 max-md:top-full max-md:flex-col max-md:border-t max-md:border-white/10 max-md:p-4 max-md:shadow-xl md:ms-auto`}
        >
          {props.links.map((link) => (
            <NavItem key={link.to} link={link} pathname={pathname} onFollow={close} />
          ))}
        </nav>
        <div className="shrink-0 max-md:ms-auto">
          {props.person ? (
            <ProfileMenu
              person={props.person}
              dashboard={props.dashboard}
              onSignOut={props.onSignOut}
            />
          ) : (
            <Link
              to={props.login}
              className="btn min-h-11 border-white/30 bg-white/10 px-4 sm:px-5 font-semibold text-white shadow-none hover:bg-white/20"
            >
              {texts.login}
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}

function NavItem(props: {
  readonly link: HeaderLink;
  readonly pathname: string;
  readonly onFollow: () => void;
}) {
  const { link, pathname } = props;
  const active = [link.to, ...(link.also ?? [])].some(
    (path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)),
  );
  return (
    <Link
      to={link.to}
      onClick={props.onFollow}
      aria-current={active ? 'page' : undefined}
      className={`flex min-h-11 items-center rounded-md px-3 text-[0.9375rem] font-medium whitespace-nowrap hover:bg-white/10 ${
        active
          ? 'text-white shadow-[inset_0_-2px_0_var(--color-primary)] max-md:bg-white/10 max-md:shadow-[inset_3px_0_0_var(--color-primary)] md:rounded-none'
          : 'text-base-content/85'
      }`}
    >
      {link.text}
    </Link>
  );
}

function MenuIcon({ open }: { readonly open: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={open ? 'M5 5l14 14M19 5L5 19' : 'M3 6h18M3 12h18M3 18h18'} />
    </svg>
  );
}
