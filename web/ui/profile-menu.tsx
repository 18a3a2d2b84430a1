import { useCallback, useRef, useState } from 'react';
import { texts } from '#contract/texts.ts';
import { useDismiss } from './dismiss.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { personName } from './person-in-sight.tsx';

/** What the header shows of the signed-in customer. */
export interface Person {
  readonly name: string;
  /** URL of their picture; default: a silhouette. */
  readonly picture?: string | undefined;
}

const item =
  'flex min-h-11 w-full items-center px-4 text-start hover:bg-base-200 focus-visible:bg-base-200';

/** The profile menu (Spec §2): name and picture, Dashboard, Sign Out. Signing out closes it (Spec §4). */
export function ProfileMenu(props: { person: Person; dashboard: string; onSignOut: () => void }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(open, box, close);
  return (
    <div ref={box} className="relative">
      <button
        type="button"
        aria-expanded={open}
        aria-controls="profile-menu"
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-2.5 rounded-md px-2 hover:bg-white/10"
      >
        <UserImage picture={props.person.picture} />
        <span className={personName}>{props.person.name}</span>
        <Icon name="down" className="size-4" />
      </button>
      <div
        id="profile-menu"
        hidden={!open}
        className="rounded-box border-base-300 bg-base-100 text-base-content absolute end-0 top-full z-20 mt-2 w-60 overflow-hidden border py-2 shadow-float"
      >
        <p className="quiet truncate px-4 pb-2 text-sm">{props.person.name}</p>
        <Link to={props.dashboard} className={item} onClick={close}>
          {texts.dashboard}
        </Link>
        <button
          type="button"
          className={item}
          onClick={() => {
            close();
            props.onSignOut();
          }}
        >
          {texts.signOut}
        </button>
      </div>
    </div>
  );
}

function UserImage({ picture }: { picture: string | undefined }) {
  if (picture !== undefined)
    return (
      <img
        src={picture}
        alt=""
        width={32}
        height={32}
        className="size-8 rounded-full object-cover"
      />
    );
  return (
    <svg
      viewBox="0 0 32 32"
      className="size-8 rounded-full bg-white/15"
      fill="currentColor"
      aria-hidden="true"
    >
      <circle cx="16" cy="12.5" r="5" />
      <path d="M5.5 28.5C6.5 22 10.6 19.5 16 19.5s9.5 2.5 10.5 9A16 16 0 0 1 16 32a16 16 0 0 1-10.5-3.5Z" />
    </svg>
  );
}
