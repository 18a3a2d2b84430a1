import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { startShop, type TestShop } from './harness.ts';
import { readMetrics } from './prometheus-text.ts';

const root = path.join(import.meta.dirname, '..');
const read = (place: string): string => readFileSync(path.join(root, place), 'utf8');
const token = 'alerting-'.repeat(4);

const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().check(z.regex(/^Underhood[A-Z][A-Za-z]+$/)),
          expr: z.string(),
          for: z.optional(z.string().check(z.regex(/^\d+[smh]$/))),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({
            summary: z.string().check(z.regex(/^.{20,120}\.$/)),
            runbook: z.string(),
          }),
        }),
      ),
    }),
  ),
});

const rules = z.parse(Rules, parse(read('docs/alerts.yml'))).groups.flatMap((group) => group.rules);

/** The anchors of a document's headings. */
function anchorsOf(document: string): string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** What an expression selects: names of metrics, and the labels by which it chooses or groups. */
function selectedBy(expr: string): { names: string[]; labels: string[] } {
  const names = expr.match(/\b(?:underhood|nodejs|process)_\w+/g) ?? [];
  const chosen = [...expr.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label ?? '');
  const grouped = [...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  return { names, labels: [...chosen, ...grouped] };
}

describe('docs/alerts.yml', () => {
  let shop: TestShop;
  let exported: ReturnType<typeof readMetrics>;

  beforeAll(async () => {
    shop = await startShop({ metricsToken: token });
    await shop.request('GET', '/api/site');
    exported = readMetrics((await shop.request('GET', '/metrics', { token })).body);
  });
  afterAll(() => shop.close());

  test('has alerts, each once', () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  // Whether a copy is up Prometheus knows by itself.
  const own = rules.filter(({ expr }) => !expr.startsWith('up{job="underhood"}'));

  test.each(own)('$alert asks only for metrics and labels that the shop has', ({ expr }) => {
    const { names, labels } = selectedBy(expr);
    const families = names.map((name) => exported.get(name.replace(/_bucket$/, '')));
    expect(names).not.toEqual([]);
    expect(names.filter((_name, at) => families[at] === undefined)).toEqual([]);
    const known = families.flatMap((family) =>
      (family?.samples ?? []).flatMap((sample) => Object.keys(sample.labels)),
    );
    expect(labels.filter((label) => !known.includes(label))).toEqual([]);
  });

  test.each(rules)('$alert leads to a runbook, which says what to do', ({ annotations }) => {
    const [place = '', anchor = ''] = annotations.runbook.split('#');
    expect(anchorsOf(read(place)).filter((one) => one === anchor)).toEqual([anchor]);
    const steps = read(place)
      .split('\n## ')
      .find((runbook) => anchorsOf(`## ${runbook}`)[0] === anchor);
    expect(steps?.split('\n').slice(1).join(' ').trim().length).toBeGreaterThan(100);
  });
});
