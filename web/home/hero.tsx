import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** Graphite, with the picture's empty left third for the headline; on a phone the picture lies below it. */
export function Hero() {
  return (
    <section data-theme="dark" className="relative isolate overflow-hidden bg-[#0b0c0e] text-white">
      <img
        src="/pictures/hero.webp"
        alt=""
        width={1600}
        height={900}
        fetchPriority="high"
        className="-z-10 w-full object-cover object-[72%_50%] max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:h-64 md:absolute md:inset-0 md:h-full"
      />
      <div className="max-w-page mx-auto flex flex-col items-start justify-center px-4 pt-12 pb-72 md:min-h-[34rem] md:px-6 md:py-20">
        <h1 tabIndex={-1} className="max-w-[13em] text-4xl leading-[1.1] font-extrabold tracking-tight md:max-w-[9.5em] lg:text-[3.5rem]">
          {texts.heroTitle}
        </h1>
        <p className="mt-5 max-w-[26em] text-lg text-white/80 md:max-w-[20em]">
          In packs for workshops, fleets and resellers, at wholesale prices.
        </p>
        {/* An anchor of this very page: the browser's own link scrolls there without scripts too. */}
        <a href={paths.partsAnchor.slice(1)} className={buttonClass({ look: 'signal' }, 'mt-8 min-h-12 px-7 text-base')}>
          {texts.showAllParts}
        </a>
      </div>
    </section>
  );
}
