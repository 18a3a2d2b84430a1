import type { ReactNode } from 'react';

const renderToString = import.meta.env.SSR
  ? (await import('react-dom/server')).renderToString
  : undefined;

/** What an element gets as its content. */
interface Content {
  readonly children?: ReactNode;
  readonly dangerouslySetInnerHTML?: { readonly __html: string };
}

/** Characters of a content and its props; what has more is written each time. */
const longest = 16_000;

/**
 * The content of an element, which the server writes once and then puts as it is into every page that shows the same: most of a page that is made anew stands
 * in another page, or stood in the one before. In the browser the element has children like any other, which meet just what they would have written.
 * What is written is made of its props alone, which are JSON. It may use hooks but `useId`, asks for no context, waits for nothing, and has no picture that the
 * page's head asks for.
 * Of each component so many contents are kept as `most` says, those that were asked for last.
 */
export function writtenOnce<Props extends object>(
  Written: (props: Props) => ReactNode,
  { most }: { most: number },
): (props: Props) => Content {
  if (renderToString === undefined) return (props) => ({ children: <Written {...props} /> });
  const write = renderToString;
  const kept = new Map<string, string>();
  return (props) => {
    const key = JSON.stringify(props);
    const html = kept.get(key) ?? inOnePiece(write(<Written {...props} />));
    kept.delete(key);
    if (key.length + html.length <= longest) kept.set(key, html);
    const oldest = kept.size > most ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return { dangerouslySetInnerHTML: { __html: html } };
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** V8 keeps a text that was put together as its pieces, some thousand of them, which each page that has it would join again. */
function inOnePiece(text: string): string {
  return decoder.decode(encoder.encode(text));
}
