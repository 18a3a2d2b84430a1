import type { Selectable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { letterKinds, type StoredLetter } from './letter-kinds.ts';
import { renderLetter, type Footer, type Letter, type Words } from './mail-template.ts';

/** What a mail is written of. */
export type Unwritten = Pick<
  Selectable<Tables['mail_outbox']>,
  'subject' | 'body_text' | 'body_html' | 'letter'
>;

/** A mail as it is read. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

/** A mail of the outbox, written out: of a letter that waits to be sent it is written now. */
export function writtenMail(mail: Unwritten, footer: Footer): WrittenMail {
  const { subject, body_text: text, body_html: html } = mail;
  // Nobody but `letterRow` of this version, or of the one before, writes any.
  const stored = mail.letter as StoredLetter | Letter | null;
  if (stored === null) return { subject, text, html };
  if (!('kind' in stored)) return { subject, text, html: renderLetter(stored, footer).html };
  const { kind, name, facts } = stored;
  const letter = { name, ...(letterKinds[kind] as Words<typeof facts>)(facts, footer) };
  return { subject: letter.subject, ...renderLetter(letter, footer) };
}
