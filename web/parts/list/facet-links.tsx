import type { PartsWanted } from '#contract/parts-address-rules.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { Icon } from '#web/ui/icon.tsx';
import { grouped } from './counts.ts';
import { Link } from '#web/ui/link.tsx';
import { keptContent } from '#web/ui/kept-content.tsx';

/** One choice of a facet. */
export interface FacetChoice {
  readonly key: string;
  readonly text: string;
  readonly parts: number;
  /** There may be more parts than these. */
  readonly more: boolean;
  /** The list with this choice, or without it if it is chosen. */
  readonly to: PartsWanted;
  readonly chosen: boolean;
}

/** How many choices are in sight at first. */
const few = 6;

interface FacetOfLinks {
  readonly title: string;
  readonly choices: readonly FacetChoice[];
}

function Listed({ title, choices }: FacetOfLinks) {
  const inSight = choices.filter((choice, index) => choice.chosen || index < few);
  const rest = choices.filter((choice) => !inSight.includes(choice));
  return (
    <>
      <h2 className="mb-1 text-sm">
        {title}
        <span className="sr-only">, with how many parts each leaves</span>
      </h2>
      <Choices choices={inSight} />
      {rest.length > 0 && (
        <details>
          <summary className="link text-primary flex min-h-9 cursor-pointer items-center text-sm max-lg:min-h-11">
            {`${rest.length} more`}
          </summary>
          <Choices choices={rest} />
        </details>
      )}
    </>
  );
}

const listed = keptContent(Listed, { most: 200 });

/** The choices of one facet with their counts, as links; the rest of a long list is behind 'more'. */
export function FacetLinks(facet: FacetOfLinks) {
  if (facet.choices.length === 0) return null;
  return (
    <section
      aria-label={facet.title}
      className="border-base-300 border-t pt-3.5 pb-3"
      {...listed(facet)}
    />
  );
}

function Choices({ choices }: { choices: readonly FacetChoice[] }) {
  return (
    <ul>
      {choices.map(({ key, text, parts, more, to, chosen }) => (
        <li key={key}>
          <Link
            to={partsAddress(to)}
            aria-current={chosen ? 'true' : undefined}
            className="facet-choice"
          >
            {chosen && <Icon name="check" />}
            {chosen && <span className="sr-only">Without </span>}
            {`${text} `}
            <small className="quiet figures">{`${grouped(parts)}${more ? '+' : ''}`}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
