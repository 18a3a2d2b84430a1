import type { VehicleFacts } from '#contract/vehicle-pages.ts';
import { partsInWords } from '#web/parts/list/counts.ts';

/** What a page of vehicles says of itself. */
export interface PageTexts {
  /** The heading, and the title in a search engine's list. */
  readonly title: string;
  /** Below the heading, and in such a list. */
  readonly description: string;
}

/** As in '2012 Volkswagen Golf'. */
function vehicleOf({ make, model, year }: VehicleFacts): string {
  return [year, make?.name, model?.name].filter(Boolean).join(' ');
}

export function pageTexts(page: VehicleFacts): PageTexts {
  const { make, model, year, category } = page;
  const vehicle = vehicleOf(page);
  if (make === null) return ofMakes(page);
  if (model === null) return ofModels(page, make.name);
  const known = [knownYears(page), knownEngines(page)].filter(Boolean).join(' ');
  const parts = partsInWords(page.parts);
  if (category !== null)
    return {
      title: `${category.name} for ${vehicle}`,
      description: `${parts} in ${category.name} for the ${vehicle}, sold in bulk. ${known}`.trim(),
    };
  const its = page.categories.map(({ name }) => name);
  const shelves = its.length === 0 ? '' : ` from ${listed(its, 4)}`;
  return {
    title: `${vehicle} parts`,
    description:
      `${parts} for the ${vehicle}${shelves}${year === null ? inYears(page) : ''}. ${known}`.trim(),
  };
}

function ofMakes({ makes }: VehicleFacts): PageTexts {
  const title = 'Parts by vehicle';
  if (makes.length === 0) return { title, description: 'No part in the shop names a vehicle yet.' };
  const names = makes.map(({ name }) => name);
  return {
    title,
    description: `Car spare parts in bulk for vehicles of ${counted(names.length, 'make')}: ${listed(names, 6)}. Choose make, model and year.`,
  };
}

function ofModels({ models }: VehicleFacts, make: string): PageTexts {
  const names = models.map(({ name }) => name);
  return {
    title: `${make} parts`,
    description: `Car spare parts in bulk for ${counted(names.length, 'model')} of ${make}: ${listed(names, 6)}. Choose the model.`,
  };
}

/** Years for which there are parts, the latest of which comes first. */
function inYears({ years }: VehicleFacts): string {
  const spans = spansOf(years.map((year) => ({ from: year, to: year })));
  return spans === '' ? '' : `, model years ${spans}`;
}

function knownYears({ built }: VehicleFacts): string {
  return built.length === 0 ? '' : `Built in the model years ${spansOf(built)}.`;
}

function knownEngines({ engines }: VehicleFacts): string {
  return engines.length === 0 ? '' : `Engines that we know: ${listed(engines, 5)}.`;
}

/** Spans of years as one reads them, those that touch as one: '1990–1993 and 1995–2021'. */
function spansOf(spans: readonly { readonly from: number; readonly to: number }[]): string {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  const said = joined.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
  return listed(said, said.length);
}

/** The first and the last of the years, as in '1990–2021'; empty without any. */
export function rangeOf(spans: readonly { readonly from: number; readonly to: number }[]): string {
  const from = Math.min(...spans.map((span) => span.from));
  return spans.length === 0 ? '' : spansOf([{ from, to: Math.max(...spans.map(({ to }) => to)) }]);
}

/** 'a, b and c', or 'a, b and 7 more'. */
function listed(names: readonly string[], most: number): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const left = names.length - shown.length;
  const all = left > 0 ? [...shown, `${left} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
