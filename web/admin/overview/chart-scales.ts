import { scaleLinear } from 'd3-scale';

/** A value of some days, counted from the first day of the chart. */
export interface Stretch {
  readonly start: number;
  readonly days: number;
  readonly value: number;
}

/** Where days and values stand in a drawing of 100 by 100, which is stretched to the chart's size. */
export function scalesOf(days: number, stretches: readonly Stretch[]) {
  const values = stretches.map(({ value }) => value);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const y = scaleLinear([least, most === least ? least + 1 : most], [100, 0]).nice(steps);
  return { x: scaleLinear([0, days], [0, 100]), y, ticks: y.ticks(steps).filter(Number.isInteger) };
}

/** About so many on the axis of values. */
const steps = 4;
/** At most so many on the axis of days. */
const mostDayMarks = 7;

export type Scales = ReturnType<typeof scalesOf>;

/** The line of values: level within each stretch, and not drawn along the ground. */
export function stepLine({ x, y }: Scales, stretches: readonly Stretch[]): string {
  if (stretches.every(({ value }) => value === 0)) return '';
  return stretches
    .map(({ start, days, value }, place) => {
      const [left, right, height] = [x(start), x(start + days), y(value)].map(rounded);
      const level = value === 0 ? `M${right} ${height}` : `H${right}`;
      return `${place === 0 ? 'M' : 'L'}${left} ${height}${level}`;
    })
    .join('');
}

/** A bar, with a gap beside it as long as the bars are not too narrow for one. */
export function barOf({ x, y }: Scales, { start, days, value }: Stretch, bars: number) {
  const gap = bars > 100 ? 0 : (x(days) - x(0)) * 0.1;
  const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
  return {
    x: rounded(x(start) + gap),
    width: rounded(x(days) - x(0) - 2 * gap),
    y: rounded(top),
    height: rounded(bottom - top),
  };
}

/** The bars that are named under the chart. */
export function markedBars(bars: number): number[] {
  const apart = Math.ceil(bars / mostDayMarks);
  return Array.from({ length: Math.ceil(bars / apart) }, (_, mark) => mark * apart);
}

/** Which of the stretches has a place, given in hundredths of the chart's width. */
export function stretchAt({ x }: Scales, stretches: readonly Stretch[], place: number): number {
  const day = x.invert(place);
  const found = stretches.findIndex(({ start, days }) => day >= start && day < start + days);
  return found === -1 ? (day < 0 ? 0 : stretches.length - 1) : found;
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
