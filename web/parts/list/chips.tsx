import type { PartsWanted } from '#contract/parts-address-rules.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Chip } from './chosen.ts';

/** The chosen filters, each with a press to take it away. */
export function Chips(props: { chips: readonly Chip[]; all: PartsWanted }) {
  return (
    <ul
      aria-label="Chosen filters"
      className="flex flex-wrap items-center gap-2 max-lg:order-last max-lg:w-full"
    >
      {props.chips.map(({ text, without }) => (
        <li key={text} className="min-w-0">
          <Link
            to={partsAddress(without)}
            className="border-primary bg-primary/9 hover:bg-primary/16 rounded-field inline-flex min-h-9 max-w-full items-center gap-2 border px-3 text-sm max-lg:min-h-11"
          >
            <span className="sr-only">Take away: </span>
            <span className="truncate font-semibold">{text}</span>
            <Icon name="close" className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={partsAddress(props.all)}
          className="link inline-flex min-h-9 items-center px-1 text-sm max-lg:min-h-11"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}
