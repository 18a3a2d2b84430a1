import type { ReactNode } from 'react';
import { putLast } from './last-used.ts';

const renderToString = import.meta.env.SSR
  ? (await import('react-dom/server')).renderToString
  : undefined;

/** What an element gets as its content. */
export interface Content {
  readonly children?: ReactNode;
  readonly dangerouslySetInnerHTML?: { readonly __html: string };
}

/** Characters of a content and its props; what has more is written each time. */
const longest = 16_000;

/**
 * The content of an element, which the server keeps when it writes it a second time, and then puts as it is into every page that shows the same: most of a page
 * that is made anew stands in another page, or stood in the one before. What stands in one page alone, as most of what a rare search finds, takes nobody's place. In the browser the element has children like any other, which meet just what they would have written.
 * What is written is made of its props alone, which are JSON. It may use hooks but `useId`, asks for no context, waits for nothing, and has no picture that the
 * page's head asks for.
 * Of each component so many contents are kept as `most` says, those that were asked for last, and the properties of as many that were written once.
 */
export function keptContent<Props extends object>(
  Written: (props: Props) => ReactNode,
  { most }: { most: number },
): (props: Props) => Content {
  if (renderToString === undefined) return (props) => ({ children: <Written {...props} /> });
  const write = renderToString;
  const kept = new Map<string, string>();
  const writtenBefore = new Map<string, true>();
  return (props) => {
    const key = JSON.stringify(props);
    const known = kept.get(key);
    const html = known ?? write(<Written {...props} />);
    if (known !== undefined) putLast(kept, { key, value: known, most });
    else if (key.length + html.length <= longest) {
      if (writtenBefore.delete(key)) putLast(kept, { key, value: inOnePiece(html), most });
      else putLast(writtenBefore, { key, value: true, most });
    }
    return { dangerouslySetInnerHTML: { __html: html } };
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** V8 keeps a text that was put together as its pieces, some thousand of them, which each page that has it would join again. */
function inOnePiece(text: string): string {
  return decoder.decode(encoder.encode(text));
}
