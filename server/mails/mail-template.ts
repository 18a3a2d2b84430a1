import { html, type Html } from '#server/http/html.ts';
import type { Shop } from '#server/shop.ts';

/** What a mail tells of the shop. */
export type Footer = Pick<Shop, 'contact' | 'publicUrl'>;

/** The words of a letter about some facts. */
export type Words<Facts> = (facts: Facts, shop: Footer) => Omit<Letter, 'name'>;

interface MailLink {
  readonly words: string;
  readonly url: string;
}

/** The content of a mail, before it is rendered. */
export interface Letter {
  readonly subject: string;
  /** The name in the greeting; empty where nobody confirmed that it is theirs. */
  readonly name: string;
  readonly paragraphs: readonly string[];
  /** Label and value; one without a value is left out. Anybody may have typed the value. */
  readonly facts: readonly (readonly [label: string, value: string | null])[];
  /** The one thing to do next; a page of ours. */
  readonly link?: MailLink;
  /** A page to print, which is less important. */
  readonly paper?: MailLink;
  /** Other pages, each of which is another thing to do. */
  readonly also?: readonly MailLink[];
  /** Below the link. */
  readonly closing?: readonly string[];
}

/** A letter as text and as HTML. */
export function renderLetter(letter: Letter, footer: Footer): { text: string; html: string } {
  return { text: renderText(letter, footer), html: renderHtml(letter, footer) };
}

const page =
  'margin:0;padding:24px 12px;background:#f1f2f4;color:#1d2329;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif';
const card = 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px';
const button =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#1d2329;color:#ffffff;text-decoration:none;font-weight:600';
const label =
  'padding:4px 16px 4px 0;color:#5b6670;text-align:left;vertical-align:top;font-weight:400;white-space:nowrap';
const value = 'padding:4px 0;vertical-align:top;overflow-wrap:anywhere';
const small = 'max-width:560px;margin:16px auto 0;color:#5b6670;font-size:13px';

/** A URL is on a line of its own; a value cannot begin a paragraph. */
function renderText(letter: Letter, { contact, publicUrl }: Footer): string {
  return [
    greeting(letter),
    ...letter.paragraphs,
    known(letter)
      .map(([name, fact]) => `${name}: ${oneLine(fact)}`)
      .join('\n'),
    ...[letter.link, letter.paper, ...(letter.also ?? [])].flatMap((link) =>
      link ? [`${link.words}:\n${link.url}`] : [],
    ),
    ...(letter.closing ?? []),
    `Underhood\n${publicUrl}\n${contact.email}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** One column, no picture, nothing to load, every text escaped. */
function renderHtml(letter: Letter, { contact, publicUrl }: Footer): string {
  const { subject, paragraphs, link, paper, also = [], closing } = letter;
  const facts = known(letter);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${subject}</title>
      </head>
      <body style="${page}">
        <div style="${card}">
          ${[greeting(letter), ...paragraphs].map(paragraph)}
          ${
            facts.length > 0 &&
            html`<table role="presentation" style="border-collapse:collapse;margin:16px 0">
              ${facts.map(row)}
            </table>`
          }
          ${link && html`<p style="margin:24px 0"><a href="${link.url}" style="${button}">${link.words}</a></p>`}
          ${[...(paper ? [paper] : []), ...also].map(quietLink)} ${(closing ?? []).map(paragraph)}
        </div>
        <p style="${small}">
          Underhood · <a href="${publicUrl}" style="color:inherit">${publicUrl}</a> ·
          ${contact.email}
        </p>
      </body>
    </html> `.markup;
}

function greeting({ name }: Letter): string {
  return name === '' ? 'Hello,' : `Hello ${oneLine(name)},`;
}

/** The facts that have a value. */
function known({ facts }: Letter) {
  return facts.flatMap(([name, fact]) => (fact ? [[name, fact] as const] : []));
}

function paragraph(text: string): Html {
  return html`<p style="margin:0 0 16px">${text}</p> `;
}

function quietLink({ words, url }: MailLink): Html {
  return html`<p style="margin:0 0 16px"><a href="${url}" style="color:inherit">${words}</a></p> `;
}

function row([name, fact]: readonly [string, string]): Html {
  return html`<tr>
    <th scope="row" style="${label}">${name}</th>
    <td style="${value}">${oneLine(fact)}</td>
  </tr> `;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
