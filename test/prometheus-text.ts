import { isDeepStrictEqual } from 'node:util';

/** A line of Prometheus' text format. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly help: string;
  type: string;
  readonly samples: Sample[];
}

const samplePattern =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? ([+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|Na[Nn])$/;

/**
 * Reads the text format 0.0.4 strictly: each family once, HELP before TYPE before its samples, no sample twice, counters named
 * `_total`, histograms complete and cumulative. Throws at the first fault.
 */
export function readMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  const families = new Map<string, Family>();
  let open: Family | undefined;
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (families.has(name)) throw new Error(`Twice: ${name}`);
      open = { name, help: rest, type: '', samples: [] };
      families.set(name, open);
    } else if (kind === 'TYPE') {
      if (open?.name !== name || open.type !== '') throw new Error(`Out of place: ${line}`);
      open.type = rest;
    } else addSample(open, sampleOf(line));
  }
  for (const family of families.values()) check(family);
  return families;
}

function sampleOf(line: string): Sample {
  const [, name, labels = '', value] = samplePattern.exec(line) ?? [];
  if (name === undefined) throw new Error(`Not a sample: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [
    key,
    text,
  ]);
  return {
    name,
    labels: Object.fromEntries(pairs),
    value: Number(value?.replace('Inf', 'Infinity')),
  };
}

function addSample(family: Family | undefined, sample: Sample): void {
  const own = new RegExp(`^${family?.name}${suffixes[family?.type ?? ''] ?? ''}$`);
  if (!family?.type || !own.test(sample.name)) throw new Error(`Out of place: ${sample.name}`);
  family.samples.push(sample);
}

const suffixes: Record<string, string> = {
  histogram: '_(bucket|sum|count)',
  summary: '(_sum|_count)?',
};

function check({ name, type, samples }: Family): void {
  if (!['counter', 'gauge', 'histogram', 'summary'].includes(type))
    throw new Error(`${name}: ${type}`);
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`Not a counter: ${name}`);
  const keys = samples.map((sample) => JSON.stringify([sample.name, sample.labels]));
  if (new Set(keys).size < keys.length) throw new Error(`A sample of ${name} is there twice.`);
  if (type !== 'histogram') return;
  for (const { labels, value } of samples.filter((sample) => sample.name === `${name}_count`)) {
    const buckets = samples.filter(
      (sample) =>
        sample.name === `${name}_bucket` &&
        isDeepStrictEqual({ ...labels, le: sample.labels['le'] }, sample.labels),
    );
    const counts = buckets.map((bucket) => bucket.value);
    const isCumulative = counts.every((count, at) => count >= (counts[at - 1] ?? 0));
    if (!isCumulative || buckets.at(-1)?.labels['le'] !== '+Inf' || counts.at(-1) !== value)
      throw new Error(`The buckets of ${name} do not add up.`);
  }
}

/** The value of a sample; undefined if there is none. */
export function valueOf(
  families: Map<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const family = families.get(name) ?? families.get(name.replace(/_(?:bucket|sum|count)$/, ''));
  return family?.samples.find(
    (sample) => sample.name === name && isDeepStrictEqual({ ...sample.labels }, { ...labels }),
  )?.value;
}
