import { html, type Html } from '#server/http/html.ts';
import type { Shop } from '#server/shop.ts';

/** Who writes a mail: what stands below each of them. */
export type Sender = Pick<Shop, 'clock' | 'contact' | 'publicUrl'>;

/** What a mail needs to know of the shop. */
export type MailShop = Sender & Pick<Shop, 'orderHoldHours'>;

/** What a mail says, before it is text and HTML. */
export interface Letter {
  readonly subject: string;
  /** Whom it greets; empty where the name is nobody's own. */
  readonly name: string;
  readonly paragraphs: readonly string[];
  /** Label and value; a value may have been typed by anybody. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The one thing to do next; the address is one of ours. */
  readonly link?: { readonly words: string; readonly url: string };
  /** What is said below the link. */
  readonly closing?: readonly string[];
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

/** The letter as plain text: an address stands on a line of its own, a value cannot begin a paragraph. */
export function textOf(letter: Letter, { contact, publicUrl }: Sender): string {
  return [
    greetingOf(letter),
    ...letter.paragraphs,
    letter.facts.map(([name, fact]) => `${name}: ${oneLine(fact)}`).join('\n'),
    ...(letter.link === undefined ? [] : [`${letter.link.words}:\n${letter.link.url}`]),
    ...(letter.closing ?? []),
    `Underhood\n${publicUrl}\n${contact.email}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The letter as HTML: one column, no picture, nothing that is fetched from anywhere, every text escaped. */
export function htmlOf(letter: Letter, { contact, publicUrl }: Sender): string {
  const { subject, paragraphs, facts, link, closing } = letter;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${subject}</title>
      </head>
      <body style="${page}">
        <div style="${card}">
          ${[greetingOf(letter), ...paragraphs].map(paragraph)}
          ${
            facts.length > 0 &&
            html`<table role="presentation" style="border-collapse:collapse;margin:16px 0">
              ${facts.map(row)}
            </table>`
          }
          ${link && html`<p style="margin:24px 0"><a href="${link.url}" style="${button}">${link.words}</a></p>`}
          ${(closing ?? []).map(paragraph)}
        </div>
        <p style="${small}">
          Underhood · <a href="${publicUrl}" style="color:inherit">${publicUrl}</a> ·
          ${contact.email}
        </p>
      </body>
    </html> `.markup;
}

function greetingOf({ name }: Letter): string {
  return name === '' ? 'Hello,' : `Hello ${oneLine(name)},`;
}

function paragraph(text: string): Html {
  return html`<p style="margin:0 0 16px">${text}</p> `;
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
