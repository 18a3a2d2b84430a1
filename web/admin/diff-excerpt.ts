/** Characters shown before the first difference, so that one sees where it is. */
const lead = 40;

/** Long texts, each from shortly before the first word in which they differ: what changed is seen without reading all of it. */
export function diffExcerpt(texts: readonly string[]): string[] {
  const [first = '', ...others] = texts;
  let same = 0;
  while (same < first.length && others.every((text) => text[same] === first[same])) same += 1;
  const start = same <= lead ? 0 : first.lastIndexOf(' ', same - lead) + 1;
  return texts.map((text) => (start === 0 ? text : `… ${text.slice(start)}`));
}
