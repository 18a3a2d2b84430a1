import type { AnswerFor } from '#contract/api.ts';
import type { WrittenLine } from '#contract/list-lines.ts';
import { call } from '#web/api/call.ts';
import { keyOf } from '#web/order-list/list-model.ts';
import { reasonOf } from '#web/parts/list/counts.ts';
import type { Found, Meant } from './pad-rows.ts';

type Answer = AnswerFor<'checkOrderList'>['lines'][number];

/** Asks the shop about all lines at once; answers what it knows, by their keys. Rejects with an `ApiError`. */
export async function askAbout(
  lines: readonly WrittenLine[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Found>> {
  const answer = await call('checkOrderList', { body: { lines: [...lines] } }, { signal });
  return new Map(
    lines.flatMap((line, at) => {
      const known = answer.lines[at];
      return known ? [[keyOf(line), foundIn(known)] as const] : [];
    }),
  );
}

function foundIn({ parts, nearest }: Answer): Found {
  const [first, ...more] = parts.map(meantBy);
  if (first === undefined) return { kind: 'unknown', nearest };
  return more.length > 0
    ? { kind: 'several', parts: [first, ...more] }
    : { kind: 'part', ...first };
}

function meantBy({ part, match, replaces }: Answer['parts'][number]): Meant {
  const replaced = replaces ? `replaces ${replaces.number ?? replaces.name}` : undefined;
  return { part, reason: replaced ?? reasonOf(match) };
}
