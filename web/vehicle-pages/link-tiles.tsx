import { useId, type ReactNode } from 'react';
import { Link } from '#web/ui/link.tsx';

interface Tile {
  readonly name: string;
  readonly to: string;
  /** What is known of it. */
  readonly beside?: string;
}

/** A part of the page with its heading. */
export function TileSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** By how many columns a phone shows: short names stand closer. */
const columns = {
  1: 'grid-cols-1 sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-4',
  2: 'grid-cols-2 md:grid-cols-3 xl:grid-cols-4',
  3: 'grid-cols-3 sm:grid-cols-6',
} as const;

/** Links side by side, each to a page of its own; nothing without any. */
export function LinkTiles(props: {
  title: string;
  tiles: readonly Tile[];
  narrow?: keyof typeof columns;
}) {
  const { title, tiles, narrow = 1 } = props;
  if (tiles.length === 0) return null;
  return (
    <TileSection title={title}>
      <ul className={`grid gap-2 ${columns[narrow]}`}>
        {tiles.map(({ name, to, beside }) => (
          <li key={to}>
            <Link
              to={to}
              className="rounded-field border-base-300 bg-base-100 hover:bg-base-200 flex min-h-11 items-center justify-between gap-3 border px-3.5 py-2"
            >
              <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</span>
              {beside && <span className="quiet figures text-sm">{beside}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </TileSection>
  );
}
