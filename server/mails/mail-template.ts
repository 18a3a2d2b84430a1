import type { Selectable } from 'kysely';
import { rowsOf } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import { html, type Html } from '#server/http/html.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { Mail } from '#server/third-parties/mail/port.ts';
import { insertingMails, mailRow, type MailRow } from './outbox.ts';

/** What the footer of a mail needs of the shop. */
export type Footer = Pick<Shop, 'contact' | 'publicUrl'>;

/** What a mail needs of the shop. */
export type Sender = Footer & Pick<Shop, 'clock'>;

/** What a mail about an order needs of the shop. */
export type MailShop = Sender & Pick<Shop, 'orderHoldHours'>;

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

/** A letter to one person. */
export interface LetterTo extends Pick<Mail, 'eventKey' | 'recipient'> {
  readonly letter: Letter;
}

/** Writes a letter into the outbox in the transaction of the event it tells of: as text, and what its HTML is written from when it is sent. */
export async function writeLetter(
  tx: Database,
  shop: Sender,
  mail: Pick<Mail, 'eventKey' | 'recipient'>,
  letter: Letter,
): Promise<void> {
  await writeLetters(tx, shop, [{ ...mail, letter }]);
}

/** As `writeLetter`, for many letters at once. */
export async function writeLetters(
  tx: Database,
  shop: Sender,
  letters: readonly LetterTo[],
): Promise<void> {
  if (letters.length === 0) return;
  await rowsOf(tx, insertingMails(letters.map((letter) => letterRow(shop, letter))));
}

/** The row of a letter in the outbox. */
export function letterRow(shop: Sender, { letter, ...mail }: LetterTo): MailRow {
  const facts = letter.facts.flatMap(([name, fact]) => (fact ? [[name, fact] as const] : []));
  const stored: StoredLetter = { ...letter, facts };
  const { subject } = letter;
  const text = renderText(stored, shop);
  return { ...mailRow({ ...mail, subject, text }, shop.clock.now()), letter: stored };
}

/** A letter as it waits in the outbox. */
interface StoredLetter extends Letter {
  readonly facts: Facts;
}

type Facts = readonly (readonly [string, string])[];

/** The HTML of a mail that is sent now: of a letter it is written now. */
export function htmlOf(
  { letter, body_html }: Pick<Selectable<Tables['mail_outbox']>, 'letter' | 'body_html'>,
  footer: Footer,
): string | null {
  // Only `letterRow` writes any.
  return letter === null ? body_html : renderHtml(letter as StoredLetter, footer);
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
function renderText(letter: StoredLetter, { contact, publicUrl }: Footer): string {
  return [
    greeting(letter),
    ...letter.paragraphs,
    letter.facts.map(([name, fact]) => `${name}: ${oneLine(fact)}`).join('\n'),
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
function renderHtml(letter: StoredLetter, { contact, publicUrl }: Footer): string {
  const { subject, paragraphs, facts, link, paper, also = [], closing } = letter;
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
