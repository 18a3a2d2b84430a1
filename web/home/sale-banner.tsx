import { texts } from '#contract/texts.ts';
import { Button } from '#web/ui/button.tsx';

/** Spec §2: its button does nothing visible, on purpose. */
export function SaleBanner() {
  return (
    <section aria-labelledby="sale-title" className="page-column pt-16 md:pt-24">
      <div
        data-theme="dark"
        className="rounded-box bg-graphite text-base-content flex border border-white/10 flex-wrap items-center justify-between gap-x-12 gap-y-6 px-6 py-10 md:px-12 md:py-14"
      >
        <p className="figures text-primary order-first text-[min(4.5rem,20vw)] leading-none font-semibold tracking-[-0.045em]">
          {texts.saleOff}
        </p>
        <h2 id="sale-title" className="grow text-xl font-semibold">
          {texts.saleTitle}
        </h2>
        <Button look="signal" className="min-h-12 px-7">
          {texts.shopNow}
        </Button>
      </div>
    </section>
  );
}
