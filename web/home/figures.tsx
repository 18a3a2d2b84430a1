import { texts } from '#contract/texts.ts';
import { keptContent } from '#web/ui/kept-content.tsx';
import { HomeSection } from './home-section.tsx';

const figures = [
  [texts.servedCustomerFigure, texts.servedCustomer],
  [texts.annualRevenueFigure, texts.annualRevenue],
  [texts.reviewsFigure, texts.reviews],
  [texts.partsAvailableFigure, texts.partsAvailable],
] as const;

function FigureList() {
  return figures.map(([figure, label]) => (
    <div key={label} className="bg-base-100 flex flex-col-reverse justify-end px-5 py-7 md:px-8">
      <dt className="quiet mt-1">{label}</dt>
      <dd className="figures text-[2.25rem] leading-10 font-semibold tracking-[-0.04em] md:text-[3rem] md:leading-13">
        {figure}
      </dd>
    </div>
  ));
}

const list = keptContent(FigureList, { most: 1 });

/** The fixed figures of Spec §2. */
export function Figures() {
  return (
    <HomeSection name="figures" title={texts.figuresTitle}>
      <dl
        className="rounded-box border-base-300 bg-base-300 grid grid-cols-2 gap-px overflow-hidden border lg:grid-cols-4"
        {...list({})}
      />
    </HomeSection>
  );
}
