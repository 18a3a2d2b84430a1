import { texts } from '#contract/texts.ts';
import { Icon } from '#web/ui/icon.tsx';
import { keptContent } from '#web/ui/kept-content.tsx';
import { HomeSection } from './home-section.tsx';

const steps = [
  {
    icon: 'search',
    title: texts.chooseParts,
    text: 'Find the part that fits and see price, pack and stock at a glance.',
  },
  { icon: 'pin', title: texts.giveYourAddress, text: 'Enter details and quantity.' },
  { icon: 'card', title: texts.makePayment, text: 'Pay with card.' },
] as const;

function Steps() {
  return steps.map((step) => (
    <li key={step.title} className="flex items-center gap-4">
      <span className="text-primary bg-primary/9 grid size-14 flex-none place-items-center rounded-full">
        <Icon name={step.icon} className="size-7" />
      </span>
      <div>
        <h3 className="text-base font-semibold">{step.title}</h3>
        <p className="quiet">{step.text}</p>
      </div>
    </li>
  ));
}

const written = keptContent(Steps, { most: 1 });

/** The three steps from a part to a paid order (Spec §2). */
export function HowItWorks() {
  return (
    <HomeSection name="how" title="How it works" className="pt-12 md:pt-16">
      <ol className="grid gap-6 md:grid-cols-3" {...written({})} />
    </HomeSection>
  );
}
