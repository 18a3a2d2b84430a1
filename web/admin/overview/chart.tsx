import { useState, type PointerEvent } from 'react';
import { barOf, markedBars, scalesOf, stepLine, stretchAt, type Stretch } from './chart-scales.ts';

/** One bar of a chart. */
export interface Bar extends Stretch {
  /** Under the axis. */
  readonly mark: string;
  /** The whole of it in words. */
  readonly told: string;
}

/**
 * Values of some days as bars, and those of the days before as a line over them. Bars are as wide as their days, so a week that is cut off is narrow. The
 * browser's own slider, which nobody sees, moves through the values: by the arrow keys, and read out by screen readers.
 */
export function Chart(props: {
  title: string;
  days: number;
  bars: readonly Bar[];
  before: readonly Stretch[];
  /** Of the steps of the axis. */
  stepWords: (value: number) => string;
}) {
  const { title, days, bars, before } = props;
  const [chosen, setChosen] = useState<number>();
  const scales = scalesOf(days, [...bars, ...before]);
  const last = bars.length - 1;
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(stretchAt(scales, bars, ((clientX - left) / width) * 100));
  };
  return (
    <figure className="chart">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-base">{title}</h3>
        <Legend compares={before.length > 0} />
      </figcaption>
      <p className="figures no-print mt-1 mb-2 min-h-10 text-sm" data-told>
        {chosen === undefined ? (
          <span className="quiet">Point at a bar, or press the arrow keys.</span>
        ) : (
          bars[chosen]?.told
        )}
      </p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <ValueAxis words={scales.ticks.map(props.stepWords)} />
        <div
          className="chart-plot relative"
          onPointerDown={point}
          onPointerMove={point}
          // A finger leaves when it is lifted, and only then can be seen what it pointed at.
          onPointerLeave={({ pointerType }) => pointerType === 'touch' || setChosen(undefined)}
        >
          <Drawing scales={scales} bars={bars} before={before} chosen={chosen} />
          <input
            type="range"
            aria-label={title}
            aria-valuetext={bars[chosen ?? last]?.told}
            min={0}
            max={last}
            value={chosen ?? last}
            className="pointer-events-none absolute inset-0 opacity-0"
            onChange={({ currentTarget }) => setChosen(currentTarget.valueAsNumber)}
            onFocus={() => setChosen(last)}
            onBlur={() => setChosen(undefined)}
          />
        </div>
        <DayAxis bars={bars} days={days} />
      </div>
    </figure>
  );
}

function Legend({ compares }: { compares: boolean }) {
  return (
    <ul className="quiet flex flex-wrap gap-x-4 text-xs">
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 12 12" className="chart-key" aria-hidden="true">
          <rect width="12" height="12" className="chart-bar" />
        </svg>
        These days
      </li>
      {compares && (
        <li className="flex items-center gap-1.5">
          <svg viewBox="0 0 24 12" className="chart-key" aria-hidden="true">
            <path d="M0 6H24" className="chart-before" />
          </svg>
          The days before
        </li>
      )}
    </ul>
  );
}

/** Its steps are evenly apart, from the lower edge to the upper. */
function ValueAxis({ words }: { words: readonly string[] }) {
  return (
    <ol
      aria-hidden="true"
      className="chart-steps quiet figures flex flex-col-reverse justify-between text-xs"
    >
      {words.map((step) => (
        <li key={step} className="flex items-center justify-end whitespace-nowrap">
          {step}
        </li>
      ))}
    </ol>
  );
}

function DayAxis({ bars, days }: { bars: readonly Bar[]; days: number }) {
  return (
    <ol
      aria-hidden="true"
      className="chart-days quiet figures relative mt-1.5 h-4 text-xs whitespace-nowrap"
    >
      {markedBars(bars.length).map((place) => {
        const { start, days: its, mark: words } = bars[place] ?? { start: 0, days: 0, mark: '' };
        return (
          <li key={place} style={{ insetInlineStart: `${((start + its / 2) / days) * 100}%` }}>
            {words}
          </li>
        );
      })}
    </ol>
  );
}

function Drawing(props: {
  scales: ReturnType<typeof scalesOf>;
  bars: readonly Bar[];
  before: readonly Stretch[];
  chosen: number | undefined;
}) {
  const { scales, bars, before, chosen } = props;
  const { x, y, ticks } = scales;
  const shown = chosen === undefined ? undefined : bars[chosen];
  const line = stepLine(scales, before);
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
      aria-hidden="true"
    >
      {ticks.map((tick) => (
        <path
          key={tick}
          d={`M0 ${y(tick)}H100`}
          className={tick === 0 ? 'chart-ground' : 'chart-step'}
        />
      ))}
      {shown && (
        <rect x={x(shown.start)} width={x(shown.days)} height="100" className="chart-chosen" />
      )}
      {bars.map((bar) => (
        <rect key={bar.start} {...barOf(scales, bar, bars.length)} className="chart-bar" />
      ))}
      {line !== '' && (
        <>
          <path d={line} className="chart-halo" />
          <path d={line} className="chart-before" />
        </>
      )}
    </svg>
  );
}
