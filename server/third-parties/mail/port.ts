/** One mail to one person, as text. */
export interface Mail {
  /** One per event: the same key written twice is one mail. */
  readonly eventKey: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}
