import { dayMs, hourMs } from '#contract/durations.ts';
import { dayAfter, dayOf, periodStart, type DayRange } from '#contract/figure-rules.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { hasPower } from '#server/http/who.ts';
import { writeLetters } from '#server/mails/write-letters.ts';
import type { Shop } from '#server/shop.ts';
import { showBestSellers } from './best-sellers.ts';
import { showSales } from './sales.ts';
import { showToDo } from './to-do.ts';
import { endWeekly, listToMail } from './weekly-store.ts';

/** Parts that the mail names. */
const mostNamed = 5;
/** Monday, in hours of UTC. */
const fromHour = 6;
/** As many as there may be admins. */
const most = 50;

/**
 * Mails the figures of the week before to the admins who asked for that: from Monday at six, each once, and never those of a week before
 * the last. Whoever is no admin with power any more gets no more of them. Runs every minute, in any number of processes.
 */
export async function mailWeeklyFigures(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const monday = periodStart(dayOf(now), 'week');
  const due = new Date(Date.parse(monday) + fromHour * hourMs);
  if (now < due) return;
  const week = { from: dayAfter(monday, -7), to: dayAfter(monday, -1) };
  const eventKey = `weekly-figures:${week.from}`;
  const asked = await listToMail(shop.db, { before: due, eventKey, most });
  const admins: typeof asked = [];
  for (const person of asked) {
    const isAdmin = person.mayBeMailed && person.role === 'admin';
    if (isAdmin && (await hasPower(shop, person, now))) admins.push(person);
    else await endWeekly(shop.db, person.id);
  }
  const facts = admins.length > 0 ? await factsOf(shop, week) : undefined;
  if (facts === undefined) return;
  const letters = admins.map(({ id, email, name }) => ({
    eventKey: `${eventKey}:${id}`,
    recipient: email,
    kind: 'admins-weekly-figures' as const,
    name,
    facts,
  }));
  await inTransaction(shop.db, (tx) => writeLetters(tx, shop, letters));
}

/** Undefined while the week is not summed up. */
async function factsOf(shop: Shop, week: DayRange) {
  const sales = await showSales(shop, { ...week, by: 'week' });
  if (sales.summedAt === null || Date.parse(sales.summedAt) < Date.parse(week.to) + dayMs)
    return undefined;
  const best = await showBestSellers(shop, { ...week, by: 'week' });
  const { from, to, totals, before } = sales;
  const { unpaid: _, ...toDo } = await showToDo(shop);
  return { sales: { from, to, totals, before }, best: best.slice(0, mostNamed), toDo };
}
