import type { RefObject } from 'react';
import { useHydrated } from '#web/ui/hydrated.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';

/** The ways to fill the list; each leads to its field, which may be far below. */
export function Ways(props: {
  number: RefObject<HTMLInputElement | null>;
  text: RefObject<HTMLTextAreaElement | null>;
  file: RefObject<HTMLInputElement | null>;
}) {
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
    </div>
  );
}

function Way(props: { icon: IconName; onPress: () => void; children: string }) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      disabled={!hydrated}
      onClick={props.onPress}
      className="quiet hover:text-base-content inline-flex min-h-11 items-center gap-2 px-3.5 text-[0.9375rem] font-semibold whitespace-nowrap"
    >
      <Icon name={props.icon} className="size-4" />
      {props.children}
    </button>
  );
}
