import type { Locator } from '@playwright/test';

/** The options of a list to choose from whose text does not fit into its field. */
export function cutTexts(list: Locator): Promise<string[]> {
  return list.evaluate((field: HTMLSelectElement) =>
    [...field.options]
      .map(({ text }) => text)
      .filter((text) => {
        const alone = field.cloneNode() as HTMLSelectElement;
        alone.append(new Option(text));
        alone.style.cssText = 'position: absolute; width: max-content; max-width: none';
        field.after(alone);
        const isCut = alone.offsetWidth > field.offsetWidth;
        alone.remove();
        return isCut;
      }),
  );
}
