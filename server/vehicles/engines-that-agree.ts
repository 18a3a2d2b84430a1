import { fuelsLike, type Engine } from '#contract/engine-rules.ts';

/**
 * What fitments may demand of an engine so that it is not excluded (`meets` does not say 'no'), as a regular expression of their texts: each part of a text is
 * missing, the engine's own or one that is like it, or any where the engine says nothing of it. Made of the engine alone, because what different fitments of a vehicle demand is found
 * only by reading them all.
 */
export function enginesThatAgree(engine: Engine): string {
  const { litres, cylinders, layout, fuel } = engine;
  const displacement = litres === null ? String.raw`\d+(\.\d+)?` : withTenth(litres);
  const layouts = layout ?? '[LVHW]';
  const count = cylinders ?? String.raw`\d+`;
  const block = `(${layouts}(${count})?|${count}-cylinder)`;
  const isBurnt = fuel === 'petrol' || fuel === 'flex';
  const its = `(${[...fuelsLike(engine), ...(isBurnt ? ['electric'] : [])].join('|')})`;
  // Only a demand with a figure is for the engine of a plug-in hybrid.
  const unlike = isBurnt ? String.raw`(?!\D*electric$)` : '';
  // Each part ends with a blank or with the text.
  return `^${unlike}(${[displacement, block, its].map((part) => `${part}( |$)`).join(')?(')})?$`;
}

function withTenth(litres: number): string {
  return (Number.isInteger(litres) ? litres.toFixed(1) : String(litres)).replace(
    '.',
    String.raw`\.`,
  );
}
