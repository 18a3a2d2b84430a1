/** The texts of all `sql` templates of a TypeScript source; what is put into one stands there as `?`. */
export function sqlInSource(source: string): string[] {
  return [...source.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map(({ index, 0: opening }) =>
    textFrom(source, index + opening.length),
  );
}

/** The text of the template that begins here. */
function textFrom(source: string, start: number): string {
  let text = '';
  let depth = 0;
  for (let at = start; depth > 0 || source[at] !== '`'; at += 1) {
    if (source[at] === undefined) throw new Error('A template has no end.');
    if (source.startsWith('${', at) || (depth > 0 && source[at - 1] !== '$' && source[at] === '{'))
      depth += 1;
    if (depth === 0) text += source[at];
    else if (source[at] === '}' && --depth === 0) text += '?';
  }
  return text;
}

/** A migration without its comments. */
export function withoutComments(migration: string): string {
  return migration.replaceAll(/--.*$/gm, '');
}
