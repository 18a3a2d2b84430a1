/** Folders of this project that are served to browsers: sources in development, the build otherwise. */
export const publicFolders = ['web', 'contract', 'node_modules', 'build'] as const;
