/** A piece of a text: plain, or a URL of this shop. */
interface TextPart {
  readonly text: string;
  readonly link: boolean;
  /** Its position in the text. */
  readonly at: number;
}

/** Splits a text at the URLs of this shop. Other URLs are no links, because mails may quote what strangers typed. */
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
