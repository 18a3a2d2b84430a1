import { keptContent } from '#web/ui/kept-content.tsx';

/** The brands and the widths of their logos at a height of 56. */
const brands = [
  ['Brakkenfeld', 316],
  ['Drevanto', 256],
  ['Halvorsted', 290],
  ['Immerholt', 284],
  ['Karvelon', 252],
  ['Kelvandra', 222],
  ['Ostervane', 268],
  ['Quennimar', 246],
  ['Ruttenhaus', 290],
  ['Zeltrane', 274],
] as const;

function Logos() {
  return brands.map(([name, width]) => (
    <li key={name}>
      <svg
        role="img"
        aria-label={name}
        viewBox={`0 0 ${width} 56`}
        width={width / 2}
        height={28}
        className="h-6 w-auto md:h-7"
      >
        {/* Not an <img>, so that it takes the text colour in every theme. */}
        <use href={`/pictures/brands/brand-${name.toLowerCase()}.svg#mark`} />
      </svg>
    </li>
  ));
}

const logos = keptContent(Logos, { most: 1 });

/** The logos of the shop's brands. */
export function Brands() {
  return (
    <section aria-label="Brands we sell" className="border-base-300 bg-base-100 border-b">
      <ul
        className="quiet mx-auto flex max-w-[60rem] flex-wrap items-center justify-center gap-x-10 gap-y-6 px-4 py-8 md:px-6"
        {...logos({})}
      />
    </section>
  );
}
