/** The folders of this project whose files browsers are given: pages' sources in development, what is built of them otherwise. */
export const publicFolders = ['web', 'contract', 'node_modules', 'build/client'] as const;
