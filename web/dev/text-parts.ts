/** A piece of a text: plain, or an address of this shop. */
interface TextPart {
  readonly text: string;
  readonly link: boolean;
  /** Where in the text it begins. */
  readonly at: number;
}

/** Cuts a text at the addresses of this shop. Foreign addresses stay text: what is shown may quote what anybody typed. */
export function textParts(text: string, origin: string | undefined): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: address, index } of text.matchAll(/https?:\/\/\S+/g)) {
    if (origin === undefined || !URL.canParse(address) || new URL(address).origin !== origin)
      continue;
    if (index > at) parts.push({ text: text.slice(at, index), link: false, at });
    parts.push({ text: address, link: true, at: index });
    at = index + address.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), link: false, at });
  return parts;
}
