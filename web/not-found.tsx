import { texts } from '#contract/texts.ts';
import { paths } from './paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

/** What every unknown address shows (Spec §2). */
export function NotFound() {
  const fittingFirst = useFittingFirst();
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-4 pt-20 text-center md:pt-28">
      <p className="figures quiet text-[min(4.5rem,20vw)] leading-none font-semibold tracking-[-0.045em]">
        404
      </p>
      <PageTitle className="mt-4">{texts.pageNotFound}</PageTitle>
      <p className="quiet mt-4 text-base text-balance">
        The address may be mistyped, or the part or order behind it is gone.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={fittingFirst(paths.parts)} look="signal">
          Browse all parts
        </ButtonLink>
        <ButtonLink to={paths.start}>Go to the home page</ButtonLink>
      </div>
    </div>
  );
}
