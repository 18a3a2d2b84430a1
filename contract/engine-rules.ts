export const fuels = ['petrol', 'diesel', 'electric', 'flex', 'hydrogen', 'gas', 'lpg'] as const;
type Fuel = (typeof fuels)[number];

/** An engine, or what is demanded of one; null says nothing. */
export interface Engine {
  /** Displacement, to a tenth for the most part. */
  readonly litres: number | null;
  readonly cylinders: number | null;
  /** In a row, in a V, flat, or in a W. */
  readonly layout: 'L' | 'V' | 'H' | 'W' | null;
  readonly fuel: Fuel | null;
}

export const anyEngine: Engine = { litres: null, cylinders: null, layout: null, fuel: null };

/**
 * As it is written everywhere: '2.0 L4 petrol', '3.5 V6', '2.0 4-cylinder diesel', 'electric'. Empty for any engine. What `readEngine` would not take is left
 * out: a displacement of zero, as data have it of electric motors, and a row of nobody knows how many cylinders.
 */
export function engineText({ litres, cylinders, layout, fuel }: Engine): string {
  const displacement = litres !== null && litres > 0 ? withTenth(litres) : '';
  const alone = layout === null || layout === 'L' ? '' : layout;
  const shape = cylinders === null ? alone : `${layout ?? ''}${cylinders}`;
  const block = layout === null && cylinders !== null ? `${cylinders}-cylinder` : shape;
  return [displacement, block, fuel ?? ''].filter(Boolean).join(' ');
}

function withTenth(litres: number): string {
  return Number.isInteger(litres) ? litres.toFixed(1) : String(litres);
}

/** What people and files call a fuel. */
const fuelNames: Readonly<Record<string, Fuel>> = {
  petrol: 'petrol',
  gasoline: 'petrol',
  benzin: 'petrol',
  diesel: 'diesel',
  electric: 'electric',
  ev: 'electric',
  flex: 'flex',
  e85: 'flex',
  hydrogen: 'hydrogen',
  cng: 'gas',
  gas: 'gas',
  lpg: 'lpg',
};

// 'i' and 'l' without a number say nothing: '2.0 i' is injection, and '2.0 l' litres.
const shapes =
  /^(?:(?<layout>[vhw]|[il](?=\d))(?<count>\d{1,2})?|(?<alone>\d{1,2})(?:-?cyl(?:inders?)?))$/;

/** Reads a text such as '2.0 L4 petrol', '2,0l diesel', 'V6' or '4 cylinders'; undefined when a word of it says nothing about an engine or says it twice. */
export function readEngine(text: string): Engine | undefined {
  const words = text
    .toLowerCase()
    .replaceAll(/(\d)\s*-?\s*(cyl(?:inders?)?)\b/g, '$1$2')
    .replaceAll(/(\d)\s+(?=l(?:it(?:er|re)s?)?\b)/g, '$1')
    .split(/\s+/)
    .filter(Boolean);
  let engine: Engine | undefined = anyEngine;
  for (const word of words) engine = engine && withWord(engine, word);
  return engine;
}

/** What people and suppliers type of an engine, in the shop's words: their 'gas' is gasoline, while the shop's own texts say it of natural gas. */
export function engineTyped(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\bnatural\s+gas\b/g, 'cng')
    .replaceAll(/\bgas\b/g, 'petrol');
}

/** One of the shop's texts of an engine, as files have it: with a word for natural gas that nobody takes for gasoline. */
export function engineForFiles(text: string): string {
  return text.replace(/\bgas$/, 'cng');
}

function withWord(engine: Engine, word: string): Engine | undefined {
  const found = readWord(word);
  if (found === undefined) return undefined;
  const isTwice = (Object.keys(found) as (keyof Engine)[]).some((key) => engine[key] !== null);
  return isTwice ? undefined : { ...engine, ...found };
}

function readWord(word: string): Partial<Engine> | undefined {
  const fuel = Object.hasOwn(fuelNames, word) ? fuelNames[word] : undefined;
  if (fuel) return { fuel };
  const litres = /^(\d{1,2}(?:[.,]\d{1,2})?)(?:l(?:it(?:er|re)s?)?)?$/.exec(word)?.[1];
  if (litres && /[.,l]/.test(word)) return litresOf(litres);
  const { layout, count, alone } = shapes.exec(word)?.groups ?? {};
  if (layout) {
    const its = layout === 'i' ? 'L' : (layout.toUpperCase() as NonNullable<Engine['layout']>);
    return count ? { layout: its, cylinders: Number(count) } : { layout: its };
  }
  return alone ? { cylinders: Number(alone) } : undefined;
}

function litresOf(text: string): Partial<Engine> | undefined {
  const litres = Number(text.replace(',', '.'));
  return litres > 0 && litres < 30 ? { litres } : undefined;
}

/**
 * The fuels that may be meant by an engine's: flex engines burn petrol, too, and are often called after it. An electric one with a displacement or cylinders is that
 * of a plug-in hybrid, whose engine burns petrol.
 */
export function fuelsLike({ litres, cylinders, fuel }: Engine): readonly Fuel[] {
  if (fuel === 'petrol' || fuel === 'flex') return ['petrol', 'flex'];
  const isBurning = litres !== null || cylinders !== null;
  if (fuel === 'electric' && isBurning) return ['electric', 'petrol', 'flex'];
  return fuel === null ? fuels : [fuel];
}

export type Agreement = 'yes' | 'no' | 'unknown';

/** Whether an engine is what is demanded; unknown when it says nothing about something that is, or their fuels are others that may mean the same. */
export function meets(engine: Engine, demanded: Engine): Agreement {
  const keys = (Object.keys(anyEngine) as (keyof Engine)[]).filter((key) => demanded[key] !== null);
  const others = keys.filter((key) => engine[key] !== demanded[key]);
  if (others.some((key) => engine[key] !== null && key !== 'fuel')) return 'no';
  if (!maySayTheSame(engine, demanded)) return 'no';
  return others.length > 0 ? 'unknown' : 'yes';
}

/** Of their fuels; either may be the plug-in hybrid. */
function maySayTheSame(engine: Engine, demanded: Engine): boolean {
  if (engine.fuel === null || demanded.fuel === null) return true;
  return fuelsLike(engine).includes(demanded.fuel) || fuelsLike(demanded).includes(engine.fuel);
}
