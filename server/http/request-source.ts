import type { FastifyRequest } from 'fastify';

/** Where a request came from: the network address, empty for a page rendered in this process, and the id its log lines carry. */
export interface RequestSource {
  readonly address: string;
  readonly requestId: string;
}

/** Where this one came from. */
export function sourceOf({ ip, id }: FastifyRequest): RequestSource {
  return { address: ip, requestId: id };
}
