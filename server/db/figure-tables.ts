import type { ColumnType } from 'kysely';

/** What was sold on a day (UTC). */
export interface DailySums {
  day: ColumnType<Date, string, never>;
  orders: number;
  pieces: number;
  paid_cents: number;
  refunded_cents: number;
  summed_at: Date;
  /** Of a day that is over: the payments that paid orders on it, and what they collected. */
  payments: number | null;
  payments_cents: number | null;
}

/** The same by part type; the empty text is none. */
export interface DailyTypeSums {
  day: ColumnType<Date, string, never>;
  type_id: string;
  orders: number;
  pieces: number;
  paid_cents: number;
  refunded_cents: number;
}

/** The accounts that paid on a day, by the day on which they had paid last before. */
export interface DailyCustomers {
  day: ColumnType<Date, string, never>;
  paid_before: ColumnType<Date, string, never>;
  customers: number;
}

/** The parts on sale by how long their stock lasts. */
export interface StockSums {
  band: string;
  parts: number;
  pieces: number;
  value_cents: number;
  counted_at: Date;
}

export interface DeadStock {
  part_id: string;
  pieces: number;
  value_cents: number;
  last_sold_at: Date | null;
}

/** Admins who want the figures of each week by mail. */
export interface WeeklyFigures {
  user_id: string;
  created_at: Date;
}
