import type { Vehicles } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { heroSearchId } from '#web/search/hero-search.ts';
import { SearchBox } from '#web/search/search-box.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { VehicleFinder } from '#web/vehicle/vehicle-finder.tsx';

/** The headline on the picture's empty left third; on a phone the picture is below it. */
export function Hero({ vehicles }: { vehicles: Vehicles | undefined }) {
  return (
    // Above what follows it, because suggestions reach out of it.
    <section data-theme="dark" className="hero-ground relative z-10 text-white">
      {/* The picture ends where the form below it begins. */}
      <div className="relative">
        <div className="page-column flex flex-col items-start justify-center pt-12 lg:min-h-[36rem]">
          <h1
            tabIndex={-1}
            className="max-w-[13em] text-2xl font-semibold lg:max-w-[9.5em] lg:text-[3.5rem]"
          >
            {texts.heroTitle}
          </h1>
          <p className="mt-5 max-w-[26em] text-base text-white/80 md:text-lg lg:max-w-[20em]">
            In packs for workshops, fleets and resellers, at wholesale prices.
          </p>
          <div id={heroSearchId} className="mt-8 w-full max-w-xl lg:max-xl:max-w-lg">
            <SearchBox look="hero" />
          </div>
          {/* A plain anchor, so that it works without scripts too. */}
          <a
            href="#parts"
            className="mt-4 inline-flex min-h-11 items-center gap-2 font-semibold hover:underline"
          >
            {texts.showAllParts}
            <Icon name="arrow-down" className="size-4" />
          </a>
        </div>
        <div className="-z-10 overflow-hidden lg:absolute lg:inset-0">
          <img
            src="/pictures/hero.webp"
            srcSet="/pictures/hero-640.webp 640w, /pictures/hero-960.webp 960w, /pictures/hero.webp 1600w"
            sizes="(width < 64rem) 100vw, min(62rem, 76vw)"
            alt=""
            width={1600}
            height={900}
            fetchPriority="high"
            className="hero-picture max-lg:w-full lg:absolute lg:bottom-0 lg:end-[max(0px,(100vw-80rem)/2)] lg:aspect-video lg:w-[min(62rem,76vw)]"
          />
        </div>
      </div>
      <div className="page-column pb-6">
        <VehicleFinder vehicles={vehicles} />
      </div>
    </section>
  );
}
