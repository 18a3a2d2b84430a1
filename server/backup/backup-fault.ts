/** Why there is no backup or no restored shop; the message is all there is to say. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}

/** A fault after which the work was not undone: `outcome` says what became of it, without a full stop. */
export class LateFault extends Error {
  override readonly name = 'LateFault';
  readonly outcome: string;

  constructor(cause: unknown, outcome: string) {
    super(outcome, { cause });
    this.outcome = outcome;
  }
}
