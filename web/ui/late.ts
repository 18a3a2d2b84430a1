import { lazy, type ComponentType } from 'react';

/** What only some visitors see, loaded when they do. A page is whole without it: where it cannot be loaded, nothing stands there. */
export const late = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: () => null }),
    ),
  );
