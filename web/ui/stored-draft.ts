import { tryStorage } from '#web/api/storage.ts';

/** What somebody typed into a form and has not sent; what was not typed is missing. */
export type Draft<Field extends string> = { readonly [name in Field]?: string };

/** A form's values in the tab's session storage, so that they survive a sign-in (decisions: Identity), or a dialog that is left. */
export function storedDraft<Field extends string>(key: string, fields: readonly Field[]) {
  return {
    read: (): Draft<Field> =>
      parseDraft(tryStorage(() => sessionStorage.getItem(key)) ?? null, fields),
    write(draft: Draft<Field>): void {
      tryStorage(() => sessionStorage.setItem(key, JSON.stringify(draft)));
    },
    remove(): void {
      tryStorage(() => sessionStorage.removeItem(key));
    },
  };
}

/** The draft in a stored text; empty when it holds none. */
export function parseDraft<Field extends string>(
  stored: string | null,
  fields: readonly Field[],
): Draft<Field> {
  try {
    const values = JSON.parse(stored ?? '{}') as Partial<Record<Field, unknown>>;
    const texts = fields.flatMap((field) => {
      const value = values[field];
      return typeof value === 'string' ? [[field, value] as const] : [];
    });
    return Object.fromEntries(texts) as Draft<Field>;
  } catch {
    return {};
  }
}
