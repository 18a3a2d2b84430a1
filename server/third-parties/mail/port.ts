/** One mail to one person, as it is written down: text, and the same as HTML. */
export interface Mail {
  /** One per event: the same key written twice is one mail. */
  readonly eventKey: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** It holds a code that opens an account: its text is deleted once a real mailer has sent it. */
  readonly holdsCode?: true;
}

/** One mail on its way out. */
export interface OutgoingMail {
  /** The same at every try: a mail that arrives twice after a crash can be told from a second mail. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

/** What carries the outbox's mails away. */
export interface Mailer {
  /** Whether the outbox itself is the mailbox: mails stay readable there, codes too. */
  readonly isMailbox: boolean;
  /**
   * Hands one mail over; ends early when the signal says so. Rejects with `MailRefused` when it will never be taken,
   * also because it does not go to exactly one address; with `MailDeferred` when a later try may do it, and other mails may go
   * now; with anything else when no mail can be sent now.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** This mail will not be taken, however often it is tried: there is no such mailbox, or its content is refused. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** This mail cannot be taken now, such as into a full mailbox; that says nothing about others. */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred';
}
