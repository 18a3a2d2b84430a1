import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

/** One of the pages that lead to a page. */
export interface Step {
  readonly name: string;
  readonly to: string;
}

/** The pages that lead to this one, the most general first. */
export function Breadcrumbs({ steps }: { steps: readonly Step[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="quiet mb-4 text-sm">
      <ol className="flex flex-wrap items-center gap-1.5">
        {steps.map(({ name, to }, place) => (
          // By its place: where a step leads may change while somebody is on it.
          <li key={place} className="flex min-w-0 items-center gap-1.5">
            {place > 0 && <Icon name="right" className="size-3.5" />}
            <Link
              to={to}
              className="inline-flex min-h-6 min-w-0 items-center [overflow-wrap:anywhere] hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
