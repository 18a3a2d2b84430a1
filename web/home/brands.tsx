import { brandMarks } from './brand-marks.tsx';

/** The brands the shop sells, as quiet word marks of one height. */
export function Brands() {
  return (
    <section aria-label="Brands we sell" className="border-base-300 bg-base-100 border-b">
      <ul className="quiet mx-auto flex max-w-[60rem] flex-wrap items-center justify-center gap-x-10 gap-y-6 px-4 py-8 md:px-6">
        {brandMarks.map(({ name, width, mark }) => (
          <li key={name}>
            <svg
              role="img"
              aria-label={name}
              viewBox={`0 0 ${width} 56`}
              width={width / 2}
              height={28}
              fill="currentColor"
              className="h-6 w-auto md:h-7"
            >
              {mark}
            </svg>
          </li>
        ))}
      </ul>
    </section>
  );
}
