import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { imageAt } from '#contract/image-rules.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';

/** A picture of a part, and what is seen on it. */
export interface Picture {
  readonly image: string;
  readonly alt: string;
}

/** How far a finger moves for another picture, in CSS pixels. */
const swipe = 48;

/** The pictures in the whole window, one at a time: arrow keys and swipes lead to the others, a press enlarges, Esc closes. */
export function PictureZoom(props: {
  /** The part's name. */
  of: string;
  pictures: readonly Picture[];
  /** The place of the one that is shown; undefined while none is. */
  at: number | undefined;
  onAt: (place: number) => void;
  onClose: () => void;
}) {
  const { pictures, at, onAt, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const open = at !== undefined;
  useEffect(() => {
    const box = dialog.current;
    if (open && !box?.open) box?.showModal();
    if (!open && box?.open) box.close();
  }, [open]);
  const by = (steps: 1 | -1) => onAt(((at ?? 0) + steps + pictures.length) % pictures.length);
  const keys: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };
  function onKeyDown(event: KeyboardEvent) {
    const steps = keys[event.key];
    if (steps === undefined || pictures.length < 2) return;
    event.preventDefault();
    by(steps);
  }
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${props.of}`}
      className="text-base-content bg-base-100 m-0 size-full max-h-none max-w-none overflow-hidden"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      {at !== undefined && <Shown {...props} picture={pictures[at]} place={at} onBy={by} />}
    </dialog>
  );
}

function Shown(props: {
  of: string;
  pictures: readonly Picture[];
  picture: Picture | undefined;
  place: number;
  onBy: (steps: 1 | -1) => void;
  onClose: () => void;
}) {
  const { of, pictures, picture, place, onBy } = props;
  // Another picture begins as large as the window.
  const [largeAt, setLargeAt] = useState<number>();
  const large = largeAt === place;
  const touched = useRef<number>(undefined);
  const several = pictures.length > 1;
  function onTouchEnd(x: number) {
    const moved = x - (touched.current ?? x);
    if (several && !large && Math.abs(moved) > swipe) onBy(moved < 0 ? 1 : -1);
  }
  return (
    <div className="flex h-full flex-col">
      <div className="flex items-center gap-2 p-2 sm:p-3">
        <p role="status" className="figures me-auto ps-2 text-sm">
          {several && `Picture ${place + 1} of ${pictures.length}`}
        </p>
        <Tool
          icon={large ? 'minus' : 'zoom'}
          label={large ? 'Fit into the window' : 'Enlarge'}
          onClick={() => setLargeAt(large ? undefined : place)}
        />
        <Tool icon="close" label="Close" onClick={props.onClose} />
      </div>
      <div className="relative min-h-0 flex-1">
        <div
          className={`bg-tile size-full ${large ? 'overflow-auto' : 'overflow-hidden'}`}
          // Enlarged, it is moved by the arrow keys when it has the focus.
          {...(large && {
            role: 'region',
            'aria-label': 'Enlarged picture',
            tabIndex: 0,
            onKeyDown: (event: KeyboardEvent) => event.stopPropagation(),
          })}
          onTouchStart={({ touches }) => (touched.current = touches[0]?.clientX)}
          onTouchEnd={({ changedTouches }) => onTouchEnd(changedTouches[0]?.clientX ?? 0)}
        >
          <img
            src={imageAt(picture?.image ?? '', 1280)}
            alt={picture?.alt || `Picture of ${of}`}
            className={large ? 'w-[max(200%,80rem)] max-w-none' : 'size-full object-contain'}
          />
        </div>
        {several && (
          <>
            <div className="absolute inset-y-0 start-2 my-auto h-fit sm:start-4">
              <Tool icon="left" label="Previous picture" onClick={() => onBy(-1)} />
            </div>
            <div className="absolute inset-y-0 end-2 my-auto h-fit sm:end-4">
              <Tool icon="right" label="Next picture" onClick={() => onBy(1)} />
            </div>
          </>
        )}
      </div>
      {picture?.alt && <p className="p-3 text-center text-sm">{picture.alt}</p>}
    </div>
  );
}

function Tool(props: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
      className="border-base-300 bg-base-100 hover:bg-base-200 grid size-11 cursor-pointer place-items-center rounded-full border"
      onClick={props.onClick}
    >
      <Icon name={props.icon} className="size-5" />
    </button>
  );
}
