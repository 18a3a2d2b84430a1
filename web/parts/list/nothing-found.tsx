import type { PartsWanted } from '#contract/parts-address-rules.ts';
import type { Category } from '#contract/parts.ts';
import type { ShownWaysOn as WaysOn } from './shown-answer.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { paths } from '#web/paths.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import type { ReactNode } from 'react';
import { grouped, partsInWords, reasonOf } from './counts.ts';
import { FoundGrid } from './found-card.tsx';
import { Link } from '#web/ui/link.tsx';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

/** Nothing found, and every way on: without one of the words, nearest numbers, near parts, then the shelves. */
export function NothingFound(props: {
  wanted: PartsWanted;
  nothing: WaysOn;
  shelves: readonly Category[];
}) {
  const { view } = props.wanted;
  const { shelves } = props;
  const fittingFirst = useFittingFirst();
  const { without, numbers, near, areNewest } = props.nothing;
  const ways = without.length + numbers.length;
  return (
    <div className="flex flex-col gap-10">
      {ways > 0 && (
        <ul
          aria-label="Nearby searches"
          className="rounded-box border-base-300 bg-base-100 divide-base-300 max-w-4xl divide-y border"
        >
          {without.map(({ leftOut, q, found }) => (
            <Way
              key={q}
              icon="search"
              to={partsAddress({ ...(q !== '' && { q }), ...(view && { view }) })}
              end={partsInWords(found)}
            >
              {q === '' ? 'All parts' : q}{' '}
              {leftOut === '' ? (
                <span className="quiet">without the filters</span>
              ) : (
                <s className="quiet">{leftOut}</s>
              )}
              <span className="sr-only">{leftOut !== '' && ' left out'}</span>
            </Way>
          ))}
          {numbers.map((match) => (
            <Way
              key={match.part._id}
              icon="right"
              to={paths.part(match.part)}
              end={match.part.name}
            >
              <strong className="figures">{match.number}</strong>{' '}
              <span className="quiet text-sm">{reasonOf(match) && match.maker}</span>
            </Way>
          ))}
        </ul>
      )}
      {near.length > 0 && (
        <section aria-labelledby="near-title">
          <h2 id="near-title" className="mb-4 text-lg">
            {areNewest ? 'The newest parts' : 'The nearest parts'}
          </h2>
          <FoundGrid parts={near} />
        </section>
      )}
      <section aria-labelledby="shelves-title">
        <h2 id="shelves-title" className="mb-4 text-lg">
          {ways + near.length > 0 ? 'Or go by shelf' : 'Go by shelf'}
        </h2>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-2 sm:gap-3">
          {shelves
            .filter(({ parts }) => parts > 0)
            .map(({ id, name, parts }) => (
              <li key={id}>
                <Link
                  to={fittingFirst(partsAddress({ category: id }))}
                  className="rounded-box border-base-300 bg-base-100 hover:bg-base-content/5 flex min-h-12 items-center justify-between gap-3 border px-4"
                >
                  <span className="min-w-0 truncate">{name}</span>
                  <span className="quiet figures text-sm">
                    {grouped(parts)}
                    <span className="sr-only"> parts</span>
                  </span>
                </Link>
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}

function Way(props: { icon: IconName; to: string; end: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={props.to}
        className="hover:bg-base-content/5 flex min-h-13 items-center gap-3 px-4 py-2"
      >
        <Icon name={props.icon} className="size-5" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{props.children}</span>
        <span className="figures max-w-[45%] truncate font-semibold">{props.end}</span>
        <Icon name="right" className="size-4" />
      </Link>
    </li>
  );
}
