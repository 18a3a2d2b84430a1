/** Where a request came from: its network address (empty for a page rendered in this process) and its id in the log. */
export interface RequestSource {
  readonly address: string;
  readonly requestId: string;
}

/** Picks the source out of everything that came with a call. */
export function sourceOf({ address, requestId }: RequestSource): RequestSource {
  return { address, requestId };
}
