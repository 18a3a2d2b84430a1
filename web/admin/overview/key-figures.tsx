import type { Figures, SalesFigures } from '#contract/figures.ts';
import { dollarWords } from '#contract/figure-rules.ts';
import { Icon } from '#web/ui/icon.tsx';
import { changeOf, countWords, type Change } from './figure-words.ts';

interface KeyFigure {
  readonly name: string;
  readonly of: (sales: SalesFigures) => number | null;
  readonly words: (figure: number) => string;
}

const keyFigures: readonly KeyFigure[] = [
  { name: 'Revenue', of: ({ revenue }) => revenue, words: dollarWords },
  { name: 'Orders', of: ({ orders }) => orders, words: countWords },
  { name: 'Pieces', of: ({ pieces }) => pieces, words: countWords },
  { name: 'Average order', of: ({ average }) => average, words: dollarWords },
  { name: 'New customers', of: ({ newCustomers }) => newCustomers, words: countWords },
  {
    name: 'Returning customers',
    of: ({ returningCustomers }) => returningCustomers,
    words: countWords,
  },
];

/** What was sold in all, each figure against the days before. */
export function KeyFigures({ figures, compares }: { figures: Figures; compares: boolean }) {
  const { totals, before } = figures;
  const none = before.orders === 0 && before.refunded === 0;
  return (
    <dl className="grid grid-cols-2 gap-2 max-[21rem]:grid-cols-1 md:grid-cols-3">
      {keyFigures.map(({ name, of, words }) => {
        const figure = of(totals);
        return (
          <div key={name} className="rounded-box border-base-300 bg-base-100 border px-3 py-2.5">
            <dt className="quiet text-sm">{name}</dt>
            <dd className="figures text-lg font-semibold [overflow-wrap:anywhere]">
              {figure === null ? 'None' : words(figure)}
            </dd>
            {compares && (
              <dd className="figures text-sm">
                <Changed {...changeOf(figure, none ? null : of(before), words)} />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

const arrows = { up: ['arrow-up', 'Up '], down: ['arrow-down', 'Down '] } as const;

function Changed({ direction, words }: Change) {
  if (direction === 'none') return <span className="quiet">{words}</span>;
  const [icon, word] = arrows[direction];
  return (
    <span className="flex items-start gap-1">
      <Icon name={icon} className="mt-0.5 size-4" />
      <span className="sr-only">{word}</span>
      {words}
    </span>
  );
}
