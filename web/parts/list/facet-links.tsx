import type { PartsWanted } from '#contract/parts-address-rules.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { Icon } from '#web/ui/icon.tsx';
import { grouped } from './counts.ts';
import { Link } from '#web/ui/link.tsx';

/** One choice of a facet. */
export interface FacetChoice {
  readonly key: string;
  readonly text: string;
  readonly parts: number;
  /** The list with this choice, or without it if it is chosen. */
  readonly to: PartsWanted;
  readonly chosen: boolean;
}

/** How many choices are in sight at first. */
const few = 6;

/** The choices of one facet with their counts, as links; the rest of a long list is behind 'more'. */
export function FacetLinks(props: {
  title: string;
  choices: readonly FacetChoice[];
  /** More parts were found than are counted. */
  more: boolean;
}) {
  const { title, choices, more } = props;
  if (choices.length === 0) return null;
  const inSight = choices.filter((choice, index) => choice.chosen || index < few);
  const rest = choices.filter((choice) => !inSight.includes(choice));
  return (
    <section aria-label={title} className="border-base-300 border-t pt-3.5 pb-3">
      <h2 className="mb-1 text-sm">{title}</h2>
      <Choices choices={inSight} more={more} />
      {rest.length > 0 && (
        <details>
          <summary className="link text-primary flex min-h-9 cursor-pointer items-center text-sm max-lg:min-h-11">
            {`${rest.length} more`}
          </summary>
          <Choices choices={rest} more={more} />
        </details>
      )}
    </section>
  );
}

function Choices({ choices, more }: { choices: readonly FacetChoice[]; more: boolean }) {
  return (
    <ul>
      {choices.map(({ key, text, parts, to, chosen }) => (
        <li key={key}>
          <Link
            to={partsAddress(to)}
            aria-current={chosen ? 'true' : undefined}
            className="group facet-link"
          >
            <span
              aria-hidden="true"
              className={`facet-box ${
                chosen ? 'border-primary bg-primary text-primary-content' : 'control bg-base-100'
              }`}
            >
              {chosen && <Icon name="check" className="size-3.5" />}
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere] group-hover:underline">
              {chosen && <span className="sr-only">Without </span>}
              {text}
            </span>
            <span className="quiet figures ms-auto flex-none">
              {`${grouped(parts)}${more ? '+' : ''}`}
              <span className="sr-only"> parts</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
