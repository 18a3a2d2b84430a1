/** Why a sign-in with Google failed, for the last page of the flow. */
export const googleErrors = [
  'account_not_linked',
  'access_denied',
  'code_needed',
  'failed',
] as const;

export type GoogleError = (typeof googleErrors)[number];
