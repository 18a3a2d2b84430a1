import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** Whether an admin gets the figures of each week by mail. */
const WeeklyFigures = z.object({ wanted: z.boolean() });

/** The weekly mail of an admin; off until it is asked for. */
export const weeklyFigureCalls = {
  getWeeklyFigures: {
    method: 'GET',
    path: '/admin/weekly-figures',
    summary: 'Whether the caller gets the figures of each week by mail.',
    access: 'admin',
    answer: WeeklyFigures,
  },
  setWeeklyFigures: {
    method: 'PUT',
    path: '/admin/weekly-figures',
    summary: 'Asks for the figures of each week by mail, or for no more of these mails.',
    access: 'admin',
    body: WeeklyFigures,
    answer: WeeklyFigures,
  },
} as const satisfies Record<string, Endpoint>;
