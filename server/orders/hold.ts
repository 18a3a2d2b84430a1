const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Until when an unpaid order holds its pieces. */
export function holdEnds(createdAt: Date, orderHoldHours: number): Date {
  return new Date(createdAt.getTime() + orderHoldHours * hourMs);
}

/** When orders were placed whose hold is not over yet but of which less than a third, and less than a day, is left. */
export function placedBeforeHoldEnds(now: Date, orderHoldHours: number): { placedAfter: Date; placedUntil: Date } {
  const holdMs = orderHoldHours * hourMs;
  const leadMs = Math.min(holdMs / 3, dayMs);
  return { placedAfter: new Date(now.getTime() - holdMs), placedUntil: new Date(now.getTime() - holdMs + leadMs) };
}
