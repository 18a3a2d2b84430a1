import { formatDollars } from '#contract/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import type { ChangedFacts, SeenFacts } from './edit-part.ts';
import type { TypedPart } from './part-form.ts';

type Fact = keyof SeenFacts;

const labels: Readonly<Record<Fact, string>> = {
  name: 'Name',
  image: 'Image',
  description: 'Details',
  price: 'Price',
  orderQuantity: 'Minimum order quantity',
};

interface Row {
  readonly fact: Fact;
  readonly was: string | number;
  readonly is: string | number;
  readonly typed: string;
}

const columns: readonly Column<Row>[] = [
  { head: 'Field', cell: ({ fact }) => <span className="font-semibold">{labels[fact]}</span> },
  { head: 'When you opened it', cell: ({ fact, was }) => <Value fact={fact} value={was} /> },
  { head: 'Now', cell: ({ fact, is }) => <Value fact={fact} value={is} /> },
  { head: 'In your form', cell: ({ fact, typed }) => <Value fact={fact} value={typed} /> },
];

/** Somebody else was faster: what changed, field by field, and the two ways on. Nothing of theirs is overwritten unread. */
export function ChangedFactsPanel(props: {
  readonly seen: SeenFacts;
  readonly changed: ChangedFacts;
  readonly typed: TypedPart;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}) {
  const { seen, changed, typed } = props;
  const rows = (Object.keys(labels) as Fact[]).flatMap((fact): Row[] => {
    const is = changed[fact];
    return is === undefined ? [] : [{ fact, was: seen[fact], is, typed: typed[fact] }];
  });
  return (
    <section aria-labelledby="changed-title" className="border-warning rounded-box mb-6 border p-4">
      <h2 id="changed-title" tabIndex={-1} className="scroll-mt-8 text-lg font-bold outline-none">
        Somebody else changed this product in the meantime
      </h2>
      <p className="mt-1 mb-4">Nothing of yours is saved yet. Please choose which values the form is to have, then save again.</p>
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

function Value({ fact, value }: { readonly fact: Fact; readonly value: string | number }) {
  if (fact === 'image')
    return <img src={String(value)} alt="" width={64} height={48} className="bg-tile inline-block h-12 w-16 rounded-sm object-cover" />;
  const amount = Number(value);
  const text = fact === 'price' && value !== '' && !Number.isNaN(amount) ? formatDollars(amount) : String(value);
  return <span className="figures line-clamp-4 [overflow-wrap:anywhere] md:min-w-28">{text}</span>;
}
