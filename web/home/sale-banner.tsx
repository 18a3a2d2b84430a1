import { originalSaleBanner } from '#contract/original-sale-banner.ts';
import { useSite } from '#web/api/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

/** Spec §2: its button does nothing visible, on purpose, until admins say where it leads. */
export function SaleBanner() {
  const { shown, offer, title, button, target } = useSite()?.saleBanner ?? originalSaleBanner;
  if (!shown) return null;
  return (
    <section aria-labelledby="sale-title" className="page-column pt-16 md:pt-24">
      <div
        data-theme="dark"
        className="rounded-box bg-graphite text-base-content flex border border-white/10 flex-wrap items-center justify-between gap-x-12 gap-y-6 px-6 py-10 md:px-12 md:py-14"
      >
        {offer !== '' && (
          <p className="figures text-primary order-first text-[min(4.5rem,20vw)] leading-none font-semibold tracking-[-0.045em] [overflow-wrap:anywhere]">
            {offer}
          </p>
        )}
        <h2
          id="sale-title"
          className="min-w-[min(14rem,100%)] flex-1 text-xl font-semibold [overflow-wrap:anywhere]"
        >
          {title}
        </h2>
        {target === '' ? (
          <Button look="signal" className="min-h-12 px-7">
            {button}
          </Button>
        ) : (
          <a href={target} className={buttonClass({ look: 'signal' }, 'min-h-12 px-7')}>
            {button}
          </a>
        )}
      </div>
    </section>
  );
}
