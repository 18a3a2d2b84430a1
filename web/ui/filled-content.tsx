import type { ReactNode } from 'react';
import type { Content } from './kept-content.tsx';
import { putLast } from './last-used.ts';

const renderToString = import.meta.env.SSR
  ? (await import('react-dom/server')).renderToString
  : undefined;

/** What a component writes as it is, in elements and attributes; what is undefined it leaves out. */
type Texts = Readonly<Record<string, string | undefined>>;

/** A content without its texts: before each of them, and after the last, a piece of HTML. */
interface Form {
  readonly pieces: readonly string[];
  /** The names of the texts between them. */
  readonly names: readonly string[];
}

/**
 * The content of an element of which a page has dozens that differ in their texts: the server writes one for all that have the same other properties, and
 * fills in the texts of each, in a tenth of the time. In the browser the element has children like any other, which meet just what they would have written.
 * For what is written the rules of `keptContent` hold, and it does nothing with a text but write it, among others or alone: it does not cut it, compare it
 * or leave it out when it is empty. An address among the texts is one that the shop made.
 * The forms that were used last are kept, as many as `most` says.
 */
export function filledContent<Props extends { readonly texts: Texts }>(
  Written: (props: Props) => ReactNode,
  { most }: { most: number },
): (props: Props) => Content {
  if (renderToString === undefined) return (props) => ({ children: <Written {...props} /> });
  const write = renderToString;
  const kept = new Map<string, Form>();
  return (props) => {
    const { texts, ...others } = props;
    const names = Object.keys(texts).filter((name) => texts[name] !== undefined);
    const key = JSON.stringify([others, names]);
    let form = kept.get(key);
    if (form === undefined) {
      const marks = Object.fromEntries(names.map((name, at) => [name, markOf(at)]));
      form = formOf(write(<Written {...props} texts={marks} />), names);
    }
    putLast(kept, { key, value: form, most });
    return { dangerouslySetInnerHTML: { __html: filled(form, texts) } };
  };
}

/** Stands where a text is to stand. An address may begin with it. */
const markOf = (place: number): string => `/~${place}~`;
const marked = /\/~(\d+)~/;

function formOf(html: string, all: readonly string[]): Form {
  // Pieces and the places of texts by turns.
  const parts = html.split(marked);
  return {
    pieces: parts.filter((_, at) => at % 2 === 0),
    names: parts.filter((_, at) => at % 2 === 1).map((place) => all[Number(place)] ?? ''),
  };
}

function filled({ pieces, names }: Form, texts: Texts): string {
  let html = pieces[0] ?? '';
  for (const [at, name] of names.entries())
    html += escaped(texts[name] ?? '') + (pieces[at + 1] ?? '');
  return html;
}

const special = /["&'<>]/;
const entities: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** As React writes it. */
function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text.replaceAll(/["&'<>]/g, (character) => entities[character] ?? character);
}
