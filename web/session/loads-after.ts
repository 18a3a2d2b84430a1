/** What a step answers that ended the access token. */
export interface Restarted {
  /** Whether pages load their data anew; not without a new token, because what fails would take the place of what is told. */
  readonly loadsAgain: boolean;
}

/** Whether pages load their data anew after an action. */
export function loadsAfter(actionResult: unknown): boolean {
  return (actionResult as Partial<Restarted> | undefined)?.loadsAgain !== false;
}
