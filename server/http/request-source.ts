/** Where a request came from: the network address, empty for a page rendered in this process, and the id its log lines carry. */
export interface RequestSource {
  readonly address: string;
  readonly requestId: string;
}

/** Of what came with a request, where it came from. */
export function sourceOf({ address, requestId }: RequestSource): RequestSource {
  return { address, requestId };
}
