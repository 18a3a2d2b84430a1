import { formatDollars } from '#contract/money.ts';
import { factOf, partFactNames, type PartFactName } from '#contract/part-facts.ts';
import type { SeenFacts } from '#contract/parts.ts';
import { diffExcerpt } from '#web/admin/diff-excerpt.ts';
import { Button } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import type { ChangedFacts } from './edit-part.ts';
import { listInWords, type AttributeLabels } from '#web/admin/list-in-words.ts';
import { nameOf, type Names } from '#web/admin/parts/facts/part-names.ts';
import type { TypedPart } from './part-form.ts';

/** What people call the things that facts refer to, and the attributes of the part's type. */
interface Called {
  readonly names: Names;
  readonly labels: AttributeLabels;
}

interface Row {
  readonly fact: PartFactName;
  readonly was: string;
  readonly now: string;
  readonly sent: string;
}

const columns: readonly Column<Row>[] = [
  {
    head: 'Field',
    cell: ({ fact }) => <span className="font-semibold">{factOf(fact).label}</span>,
  },
  { head: 'When you opened it', cell: ({ fact, was }) => <Value fact={fact} value={was} /> },
  { head: 'Now', cell: ({ fact, now }) => <Value fact={fact} value={now} /> },
  { head: 'In what you sent', cell: ({ fact, sent }) => <Value fact={fact} value={sent} /> },
];

/** Somebody else was faster: what changed, field by field, and the two ways on. Nothing of theirs is overwritten unread. */
export function ChangedFactsPanel(
  props: Called & {
    readonly seen: SeenFacts;
    readonly changed: ChangedFacts;
    readonly typed: TypedPart;
    readonly onTake: () => void;
    readonly onKeep: () => void;
  },
) {
  const { seen, changed, typed } = props;
  const rows = partFactNames.flatMap((fact): Row[] => {
    if (changed[fact] === undefined) return [];
    // What the form has no field for stays as it was.
    const texts = [seen, changed, { ...seen, ...typed }].map((facts) =>
      inWords(fact, facts[fact], props),
    );
    const [was = '', now = '', sent = ''] = isPicture(fact) ? texts : diffExcerpt(texts);
    return [{ fact, was, now, sent }];
  });
  return (
    <section aria-labelledby="changed-title" className="border-warning rounded-box mb-6 border p-4">
      <h2
        id="changed-title"
        tabIndex={-1}
        className="scroll-mt-8 text-base font-semibold outline-none"
      >
        Somebody else changed this product in the meantime
      </h2>
      <p className="mt-1 mb-4">
        Nothing of yours is saved yet. Please choose which values the form is to have, then save
        again.
      </p>
      <Table label="What changed" rows={rows} keyOf={({ fact }) => fact} columns={columns} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="signal" onClick={props.onTake}>
          Take over the new values
        </Button>
        <Button onClick={props.onKeep}>Keep what my form has</Button>
      </div>
    </section>
  );
}

/** Goes to the panel, which has just come. */
export function focusChangedFacts(): void {
  document.querySelector<HTMLElement>('#changed-title')?.focus();
}

const isPicture = (fact: PartFactName) => factOf(fact).control === 'picture';

/** A fact as people read it; empty where there is none. */
function inWords(fact: PartFactName, value: unknown, { names, labels }: Called): string {
  const { control } = factOf(fact);
  if (control === 'list') return listInWords(fact, value, labels);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const amount = Number(text);
  if (control === 'dollars' && text !== '' && !Number.isNaN(amount)) return formatDollars(amount);
  return nameOf(names, fact, text);
}

function Value({ fact, value }: { readonly fact: PartFactName; readonly value: string }) {
  if (isPicture(fact))
    return (
      <img
        src={value}
        alt=""
        width={64}
        height={48}
        className="bg-tile inline-block h-12 w-16 rounded-sm object-cover"
      />
    );
  return <span className="figures line-clamp-6 [overflow-wrap:anywhere] md:min-w-28">{value}</span>;
}
