import { importGuards, type ImportGuardName } from '#contract/import-fields.ts';
import type { ImportCheck, ImportReading, ImportTicks } from '#contract/imports.ts';
import { typedText } from '#web/ui/typed-text.ts';
import { typedFields } from './column-choice.ts';

const mostMinimum = 100_000_000;

/** What is wrong with the minimum order of a form; undefined when nothing is. */
export function minimumFault(form: FormData): { readonly minimumOrder: string } | undefined {
  const typed = typedText(form, 'minimumOrder').trim();
  const pieces = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  if (pieces >= 1 && pieces <= mostMinimum) return undefined;
  return { minimumOrder: 'Must be a whole number of pieces, at least 1.' };
}

/** The choice of columns and settings of a form, as the check takes it. */
export function typedCheck(form: FormData): ImportCheck {
  return {
    fields: typedFields(form, Number(form.get('columns'))),
    settings: {
      ...decimalOf(form.get('decimal')),
      lists: form.get('lists') === 'add' ? 'add' : 'replace',
      missing: form.get('missing') === 'archive' ? 'archive' : 'keep',
      minimumOrder: Number(typedText(form, 'minimumOrder')),
    },
  };
}

/** Without a mark each number says by itself what it means, or is refused. */
function decimalOf(typed: unknown): Pick<ImportCheck['settings'], 'decimal'> {
  return typed === '.' || typed === ',' ? { decimal: typed } : {};
}

/** How a form wants the file to be read. */
export function typedReading(form: FormData): ImportReading {
  const given = ['sheet', 'delimiter', 'encoding'].flatMap((name) => {
    // A tab is a choice too, so nothing is trimmed.
    const value = form.get(name);
    return typeof value === 'string' && value !== '' ? [[name, value]] : [];
  });
  return Object.fromEntries(given) as ImportReading;
}

/** The guards that a form has ticked. */
export function typedTicks(form: FormData): ImportTicks {
  const names = Object.keys(importGuards) as ImportGuardName[];
  const ticks = names.filter((name) => form.getAll('tick').includes(name));
  const check = typedText(form, 'check');
  // A copy of an earlier version has not told which check it is.
  return check === '' ? { ticks } : { ticks, check: Number(check) };
}
