import { texts } from '#contract/texts.ts';

const steps = [
  {
    title: texts.chooseParts,
    text: 'Find the part that fits and see price, pack and stock at a glance.',
  },
  { title: texts.giveYourAddress, text: 'Enter details and quantity.' },
  { title: texts.makePayment, text: 'Pay with card.' },
];

/** The three steps from a part to a paid order (Spec §2). */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-title" className="max-w-page mx-auto px-4 pt-12 md:px-6 md:pt-16">
      <h2 id="how-title" className="text-3xl font-extrabold tracking-tight">
        How it works
      </h2>
      <ol className="mt-8 grid gap-6 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="border-base-content/80 flex gap-4 border-t-2 pt-5">
            <span
              aria-hidden="true"
              className="figures text-primary text-2xl leading-7 font-extrabold"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-lg font-bold">{step.title}</h3>
              <p className="quiet mt-1">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
