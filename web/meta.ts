import type { MetaDescriptor } from 'react-router';

/** Title and description of a page. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  return [{ title: `${title} | Underhood` }, { name: 'description', content: description }];
}

/** Title of a page that is somebody's own, and no search engine's. */
export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | Underhood` }, { name: 'robots', content: 'noindex' }];
}
