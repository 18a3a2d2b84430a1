/** The current time; tests set their own. */
export interface Clock {
  now(): Date;
}

/** So many milliseconds before a time. */
export function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}

/** So many milliseconds after a time. */
export function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
