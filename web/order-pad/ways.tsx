import type { RefObject } from 'react';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { useHydrated } from '#web/ui/hydrated.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

/** The ways to fill the list; each leads to its field, which may be far below. */
export function Ways(props: {
  number: RefObject<HTMLInputElement | null>;
  text: RefObject<HTMLTextAreaElement | null>;
  file: RefObject<HTMLInputElement | null>;
}) {
  const signedIn = useSession() !== undefined;
  return (
    <div
      className="border-base-300 mb-3 flex gap-1 overflow-x-auto border-b"
      role="group"
      aria-label="Ways to add lines"
    >
      <Way icon="enter" onPress={() => props.number.current?.focus()}>
        Type
      </Way>
      <Way icon="copy" onPress={() => props.text.current?.focus()}>
        Paste
      </Way>
      <Way icon="upload" onPress={() => props.file.current?.click()}>
        File
      </Way>
      {signedIn && (
        <Link to={paths.boughtBefore} className={look}>
          <Icon name="clock" className="size-4" />
          Bought before
        </Link>
      )}
    </div>
  );
}

const look =
  'quiet hover:text-base-content inline-flex min-h-11 items-center gap-2 px-3.5 text-[0.9375rem] font-semibold whitespace-nowrap';

function Way(props: { icon: IconName; onPress: () => void; children: string }) {
  const hydrated = useHydrated();
  return (
    <button type="button" disabled={!hydrated} onClick={props.onPress} className={look}>
      <Icon name={props.icon} className="size-4" />
      {props.children}
    </button>
  );
}
