import type { BreadcrumbList, WithContext } from 'schema-dts';

/** The pages that lead to a page, and itself. */
export function stepsData(
  publicUrl: string,
  steps: readonly { readonly name: string; readonly path: string }[],
): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: publicUrl + path,
    })),
  };
}
