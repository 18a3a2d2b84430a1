import type { ImportCounts } from '#contract/imports.ts';
import { counted, furtherRows } from './import-words.ts';
import { Link } from '#web/ui/link.tsx';

interface Count {
  readonly word: string;
  readonly count: number;
  readonly look: string;
  /** The list of these. */
  readonly list?: string;
}

/** What the check found: figures that add up to the rows of the file; each leads to its list. */
export function ImportCountsList({ found }: { found: ImportCounts }) {
  const further = furtherRows(found);
  const figures: Count[] = [
    { word: 'rows in the file', count: found.rows, look: '' },
    { word: 'new parts', count: found.added, look: 'text-success', list: 'add' },
    { word: 'parts changed', count: found.changed, look: '', list: 'change' },
    { word: 'the same so far', count: found.same, look: 'quiet', list: 'same' },
    ...(further > 0
      ? [{ word: 'further rows of these parts', count: further, look: 'quiet' }]
      : []),
    { word: 'rows cannot be used', count: found.refused, look: 'text-error', list: 'faults' },
  ];
  const out = { word: 'parts taken out', count: found.archived, look: '', list: 'archive' };
  return (
    <dl className="rounded-box border-base-300 bg-base-100 figures grid grid-cols-2 overflow-hidden border lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {[...figures, ...(out.count > 0 ? [out] : [])].map((figure) => (
        <Figure key={figure.word} figure={figure} />
      ))}
    </dl>
  );
}

function Figure({ figure: { word, count, look, list } }: { figure: Count }) {
  const text = counted(count);
  const isLink = list !== undefined && count > 0;
  return (
    <div className="border-base-300 -ms-px -mt-px flex flex-col-reverse justify-end border-s border-t px-4 py-3 max-lg:first:col-span-2">
      <dt className="quiet text-sm">{word}</dt>
      <dd className={`text-xl font-semibold ${count === 0 ? 'quiet' : look}`}>
        {isLink ? (
          <Link to={`?show=${list}`} className="hover:underline" aria-label={`${text} ${word}`}>
            {text}
          </Link>
        ) : (
          text
        )}
      </dd>
    </div>
  );
}
