import { formatDollars } from '#contract/money.ts';
import { joinedPieces } from '#web/order-list/list-model.ts';
import { BackInStock } from '#web/parts/back-in-stock.tsx';
import { lowestPriceInWords } from '#web/parts/quantities.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { Meant, PadRow } from './pad-rows.ts';
import type { ChangeLine } from './pad-table.tsx';

/** The id of what is said of a line, for `aria-describedby`. */
export function noteId(key: string): string {
  return `note-${key}`;
}

/** What is to be said of a line below its part: how it was understood, what is wrong, and what one press mends. */
export function LineNotes({ row, onChange }: { row: PadRow; onChange: ChangeLine }) {
  const { key, line, found, advice, fault, twin } = row;
  const reason = reasonIn(row);
  return (
    <div id={noteId(key)} className="flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
      {found === undefined && <span className="quiet late">Looking it up…</span>}
      {reason !== undefined && (
        <span className="quiet w-full [overflow-wrap:anywhere]">{reason}</span>
      )}
      {fault !== undefined && (
        <span className="text-error inline-flex items-center gap-1 font-semibold">
          <Icon name="alert" className="size-4" />
          {fault}
        </span>
      )}
      {twin && (
        <Fix
          label={`Join line ${row.place} with line ${twin.place}`}
          onPress={() => {
            onChange(twin.key, { quantity: joinedPieces(twin.line.quantity, line.quantity) });
            onChange(key);
          }}
        >
          Join both
        </Fix>
      )}
      {!twin &&
        advice?.fixes.map(({ quantity, words }) => (
          <Fix
            key={quantity}
            label={`${words}, line ${row.place}`}
            onPress={() => onChange(key, { quantity })}
          >
            {words}
          </Fix>
        ))}
      {found?.kind === 'several' &&
        found.parts.map((meant) => (
          <Candidate key={meant.part._id} meant={meant} row={row} onChange={onChange} />
        ))}
      {found?.kind === 'unknown' && found.nearest.length > 0 && (
        <span className="flex w-full flex-wrap items-center gap-x-2 gap-y-1">
          <span className="quiet">Nearest:</span>
          {found.nearest.map((number) => (
            <Fix
              key={number}
              label={`Take ${number} for ${line.number}`}
              onPress={() => onChange(key, { number })}
            >
              {number}
            </Fix>
          ))}
        </span>
      )}
      {found?.kind === 'part' && found.part.inStock < found.part.orderQuantity && (
        <BackInStock part={found.part} small />
      )}
    </div>
  );
}

/** How the number was understood, unless it is the part's own as it is shown. */
function reasonIn({ line, found }: PadRow): string | undefined {
  if (found?.kind !== 'part') return undefined;
  const isAsShown = line.productId !== undefined || line.number === found.part.partNumber;
  const typed = isAsShown ? undefined : `you typed ${line.number}`;
  return [typed, found.reason].filter(Boolean).join('; ') || undefined;
}

function Fix(props: { label: string; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      onClick={props.onPress}
      className="btn button-plain control figures h-auto min-h-7 max-w-full px-2.5 py-1 text-xs font-semibold whitespace-normal shadow-none max-lg:min-h-10 max-lg:text-sm"
    >
      {props.children}
    </button>
  );
}

function Candidate(props: { meant: Meant; row: PadRow; onChange: ChangeLine }) {
  const { meant, row, onChange } = props;
  const { part, reason } = meant;
  const number = part.partNumber;
  const prices = [formatDollars(part.price), lowestPriceInWords(part)];
  return (
    <span className="flex w-full items-center gap-x-2 gap-y-1 max-lg:flex-wrap">
      {number === null ? (
        <Fix
          label={`Take ${part.name}`}
          onPress={() => onChange(row.key, { number: row.line.number, productId: part._id })}
        >
          Take this one
        </Fix>
      ) : (
        <Fix label={`Take ${number}, ${part.name}`} onPress={() => onChange(row.key, { number })}>
          {`Take ${number}`}
        </Fix>
      )}
      <span className="min-w-0 [overflow-wrap:anywhere] max-lg:w-full">
        {part.name}
        <span className="quiet figures">{` · ${[part.brand, reason, ...prices].filter(Boolean).join(' · ')}`}</span>
      </span>
    </span>
  );
}
