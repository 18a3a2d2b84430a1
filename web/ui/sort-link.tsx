import { useLocation } from 'react-router';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

/** How the address sorts a list. */
export interface Sort {
  /** For `aria-sort`; undefined for a column that does not sort. */
  readonly directionOf: (
    name: string | undefined,
  ) => 'ascending' | 'descending' | 'none' | undefined;
  /** The address with the list sorted by a column: upwards, then downwards, then newest first again. Filters stay, the list begins at its top. */
  readonly addressOf: (name: string) => string;
}

/** A column for the age of rows: newest first is the order of an address that names none. */
export const byAge = 'oldest';

/** Reads `?sort=` as heads need it. */
export function useSort(): Sort {
  const query = new URLSearchParams(useLocation().search);
  const sort = query.get('sort') ?? 'newest';
  const directionOf: Sort['directionOf'] = (name) => {
    if (name === undefined) return undefined;
    if (sort === name) return 'ascending';
    return sort === downwards(name) ? 'descending' : 'none';
  };
  return {
    directionOf,
    addressOf(name) {
      const next = new URLSearchParams(query);
      for (const left of ['cursor', 'from', 'page', 'sort']) next.delete(left);
      const wanted = { ascending: downwards(name), descending: afterDownwards(name), none: name }[
        directionOf(name) ?? 'none'
      ];
      if (wanted !== 'newest') next.set('sort', wanted);
      return `?${next.toString()}`;
    },
  };
}

function downwards(name: string): string {
  return name === byAge ? 'newest' : `-${name}`;
}

/** The third press takes a column's order away again. */
function afterDownwards(name: string): string {
  return name === byAge ? byAge : 'newest';
}

/** The head of a column as a link that sorts by it. */
export function SortLink(props: { sort: Sort; by: string; numeric: boolean; head: string }) {
  const { sort, by, numeric, head } = props;
  const direction = sort.directionOf(by);
  const isSorted = direction === 'ascending' || direction === 'descending';
  return (
    <Link
      to={sort.addressOf(by)}
      preventScrollReset
      className={`inline-flex min-h-9 items-center gap-1 hover:underline ${numeric ? 'flex-row-reverse' : ''} ${isSorted ? 'text-base-content' : ''}`}
    >
      {head}
      {isSorted && (
        <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} className="size-3.5" />
      )}
    </Link>
  );
}
