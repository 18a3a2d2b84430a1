import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '#contract/durations.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { inBackground, type Shop } from '#server/shop.ts';
import { RunEnds, type Finding, type FoundBefore } from './check.ts';
import { examine, showFindings, steps } from './examine.ts';
import { claimRun, failRun, finishRun, updateOwnRun, type RunRow } from './run-store.ts';
import { inSlices, sizesOn } from './walk.ts';

/** As long as nobody renews it, others wait: more than any step between two renewals takes. */
const leaseMs = 120_000;
const renewAfterMs = 5_000;
/** After so many processes that ended in the middle of it nobody tries it again. */
const mostTries = 3;
const gaveUp = `It was broken off ${mostTries} times: the shop ended, or the database did not answer.`;
/** What was found longer ago is looked at again: a run tells of a stretch of time. */
const foundForMs = hourMs;
/** A page's run does not ask the provider about every payment; the command line can. */
const mostPayments = 100;
/** After a statement the database is left to others for so many times as long as it took. */
const pauses = { embedded: 3, server: 1 };
const longestPauseMs = 1_000;

interface Job {
  readonly shop: Shop;
  readonly row: RunRow;
  readonly worker: string;
  readonly engine: 'embedded' | 'server';
  /** Aborted when the shop closes. */
  readonly ending: AbortSignal;
}

/**
 * Does the run that an admin has asked for, if there is one. All copies may try; a run whose copy has gone is carried on by another when its lease has
 * passed, or at once when that copy closed in order.
 */
export async function workOnDoctor(
  shop: Shop,
  { engine, ending }: Pick<Job, 'engine' | 'ending'>,
): Promise<void> {
  if (ending.aborted) return;
  const worker = randomUUID();
  const now = shop.clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const row = await claimRun(shop.db, { worker, now, until, steps });
  if (row === undefined) return;
  const job = { shop, row, worker, engine, ending };
  const own = { id: row.id, worker };
  if (row.tries > mostTries)
    return inTransaction(shop.db, (tx) => failRun(tx, own, { failure: gaveUp, now }));
  try {
    await doRun(job);
  } catch (error) {
    // Another copy goes on at once; one that did not close but failed counts as a try.
    const tries = error instanceof RunEnds ? row.tries - 1 : row.tries;
    await updateOwnRun(shop.db, own, { worker: null, worked_until: null, tries }).catch(
      () => undefined,
    );
    if (!(error instanceof RunEnds)) throw error;
  }
}

async function doRun(job: Job): Promise<void> {
  const { shop, row, worker, engine } = job;
  const own = { id: row.id, worker };
  const lease = keepLease(job);
  let found = takenOver(row, shop.clock.now());
  const findings = await examine(inBackground(shop), {
    mostPayments,
    found,
    walk: inSlices(async (tookMs) => {
      await lease.renewIfDue();
      await sleep(Math.min(pauses[engine] * tookMs, longestPauseMs));
    }, sizesOn[engine]),
    between: lease.renewIfDue,
    onStep: ({ place, sentence, ...step }) => {
      found = keptOf(step.findings, found, shop.clock.now());
      return lease.renew({ steps_done: place, looks_at: sentence, found });
    },
  });
  // What was broken off by the end of the shop is no finding.
  await lease.renewIfDue();
  const checks = showFindings(findings);
  await inTransaction(shop.db, (tx) => finishRun(tx, own, { checks, now: shop.clock.now() }));
}

/** What a run has found, by the ids of its checks, each with its moment in ISO form. */
type Kept = Readonly<Record<string, FoundBefore[string] & { readonly at: string }>>;

/** What this run has found by now, and what it took over. What could not be looked up is looked at again. */
function keptOf(findings: readonly Finding[], before: Kept, now: Date): Kept {
  const known = findings.filter(({ rows }) => rows !== undefined);
  const at = now.toISOString();
  const byId = known.map(({ check: { id }, ...found }) => [id, before[id] ?? { ...found, at }]);
  // What was taken over of checks that come later stays as it is.
  return { ...before, ...(Object.fromEntries(byId) as Kept) };
}

/** What a run of this row can take over. */
function takenOver({ found }: RunRow, now: Date): Kept {
  const all = Object.entries((found ?? {}) as Kept);
  return Object.fromEntries(
    all.filter(([, { at }]) => now.getTime() - Date.parse(at) < foundForMs),
  );
}

/** Renews the lease of a run, now or when it is time; rejects with `RunEnds` when it is lost or the shop closes. */
function keepLease({ shop, row, worker, ending }: Job) {
  let renewedAt = shop.clock.now().getTime();
  const renew = async (change: Parameters<typeof updateOwnRun>[2]): Promise<void> => {
    if (ending.aborted) throw new RunEnds();
    renewedAt = shop.clock.now().getTime();
    const worked_until = new Date(renewedAt + leaseMs);
    const own = { id: row.id, worker };
    if (!(await updateOwnRun(shop.db, own, { ...change, worked_until }))) throw new RunEnds();
  };
  return {
    renew,
    async renewIfDue(): Promise<void> {
      if (ending.aborted) throw new RunEnds();
      if (shop.clock.now().getTime() - renewedAt > renewAfterMs) await renew({});
    },
  };
}
