/** The current time; tests set their own. */
export interface Clock {
  now(): Date;
}

export function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}

export function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

export const systemClock: Clock = { now: () => new Date() };
