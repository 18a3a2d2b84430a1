// Who may import whom: read by oxlint.config.ts (docs/decisions/0008-walls.md).

/**
 * The features of the server, and what of each others may import beside its store.ts: the shared use cases of
 * docs/decisions/0008-walls.md.
 */
const features = {
  parts: [
    'kept-attributes.ts',
    'next-parts.ts',
    'part-lists.ts',
    'part-row.ts',
    'replacements.ts',
    'types-store.ts',
    'vehicles-store.ts',
  ],
  search: [
    'list-parts.ts',
    'synonyms-store.ts',
    'empty-searches-store.ts',
    'fold.ts',
    'numbers-store.ts',
    'own-words.ts',
    'types-named.ts',
  ],
  orders: [
    'cancel-order.ts',
    'cancel-lines.ts',
    'end-orders.ts',
    'restockable.ts',
    'shipment-store.ts',
  ],
  payments: [
    'end-open-payment.ts',
    'finish-admin-refund.ts',
    'sync-refunds-and-disputes.ts',
    'pay-link.ts',
    'settle.ts',
    'log-retry.ts',
    'lost-payment.ts',
    'own-intents.ts',
    'refund-return.ts',
  ],
  documents: [],
  returns: ['picture-store.ts'],
  'unbooked-payments': ['note-without-order.ts'],
  reviews: [],
  'stock-alerts': [],
  addresses: [],
  'saved-lists': [],
  garage: [],
  users: ['admins.ts', 'name-kept-row.ts'],
  images: ['upload-image.ts', 're-encode.ts'],
  imports: [
    'forget-imports.ts',
    'work-on-imports.ts',
    'import-by-command.ts',
    'files/imported-table.ts',
    'files/open-table.ts',
  ],
  'order-list': ['check-list.ts'],
  audit: [],
  site: [],
  settings: ['live-settings.ts'],
  sitemaps: [],
  vehicles: [
    'engines-that-agree.ts',
    'fits.ts',
    'kept-vehicles.ts',
    'make-names.ts',
    'miscounted.ts',
    'pages/ways-in.ts',
    'shop-vehicles.ts',
    'spell-fitments.ts',
    'count-claims.ts',
    'vote.ts',
    'votes-store.ts',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Folders that features use, and that know features by their stores and shared use cases alone. */
const services = [
  'backup',
  'rate-limit',
  'doctor',
  'history',
  'holds',
  'idempotency',
  'mails',
  'metrics',
  'operator',
  'page-files',
  'people',
  'security-events',
];

const names = Object.keys(features) as (keyof typeof features)[];

interface Pattern {
  readonly group?: string[];
  readonly regex?: string;
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

/** What is refused everywhere. */
export const habits: Pattern[] = [
  {
    regex: '^\\./[^+./][^/]*/',
    message: "Same folder './x.ts'; anything else by alias (CONTRIBUTING: Imports).",
  },
  {
    regex: '(?:^|/)index\\.tsx?$',
    message: 'No barrels: import the file that holds the thing.',
  },
];

const noPages: Pattern = {
  group: ['\\#web/**', '\\#test/**', 'react', 'react-dom', 'react-dom/**'],
  message: 'The server knows the contract and itself; pages reach it as a build.',
};
const noEngine: Pattern = {
  group: ['@electric-sql/**'],
  message: 'Only server/db/embedded/ knows the embedded database.',
};
const noPool: Pattern = {
  group: ['pg'],
  message: 'Only server/db/ opens databases; everything else is handed one.',
};
const noVendors: Pattern = {
  group: ['stripe', 'stripe/**', 'better-auth', 'better-auth/**', 'oidc-provider'],
  message: "A third party's library belongs into its folder of server/third-parties/.",
};
const onlyPorts: Pattern = {
  group: [
    '\\#server/third-parties/**',
    '!\\#server/third-parties/*/port.ts',
    '!\\#server/third-parties/mail/mail-headers.ts',
  ],
  message: 'A third party is met through its port.ts; adapters are chosen in server/*.ts.',
};
const noFeatures: Pattern = {
  group: names.map((name) => `\\#server/${name}/**`),
  message: 'This folder serves every feature and therefore knows none.',
};
const noServer: Pattern = {
  group: [
    '\\#server/**',
    '\\#test/**',
    'node:*',
    'fastify',
    '@fastify/**',
    'pg',
    'kysely',
    'kysely/**',
    'stripe',
    'better-auth',
    'better-auth/**',
    '!better-auth/client',
    '!better-auth/client/**',
    '!better-auth/react',
    'jose',
  ],
  message: 'Pages know the contract and themselves: this would ship server code to browsers.',
};
const noPageFiles: Pattern = {
  regex: '-page\\.tsx$',
  message: 'Pages are named in web/routes.ts and imported by nobody.',
};

/** What of the contract pages load to think with. */
const withoutZod = ['*-rules', 'durations', 'money', '*texts', 'errors', '*-errors'];

const onServer = [noPages, noEngine, noPool, noVendors];

/** Another feature is met through its store.ts or a shared use case; `more` are files that only this folder may use. */
function onlyStores(folder: string, more: readonly string[] = []): Pattern {
  const others = names.filter((name) => name !== folder);
  const shared = others.flatMap((name) => features[name].map((file) => `${name}/${file}`));
  return {
    group: [
      ...others.map((name) => `\\#server/${name}/**`),
      '!\\#server/*/store.ts',
      ...[...shared, ...more].map((file) => `!\\#server/${file}`),
    ],
    message:
      'Another feature is met through its store.ts or a shared use case (docs/decisions/0008-walls.md).',
  };
}

/** What files of a folder may not import. The last wall that fits a file is the only one that counts for it. */
export function wall(files: string | string[], ...patterns: Pattern[]) {
  return {
    files: [files].flat(),
    rules: {
      'no-restricted-imports': ['error', { patterns: [...habits, ...patterns] }] as [
        'error',
        { patterns: Pattern[] },
      ],
    },
  };
}

export const walls = [
  wall('contract/**', {
    group: ['**', '!zod/mini', '!./*'],
    message: 'The contract is pure: zod/mini and itself.',
  }),
  wall(
    withoutZod.map((name) => `contract/${name}.ts`),
    {
      group: ['**', ...withoutZod.map((name) => `!./${name}.ts`)],
      allowTypeImports: true,
      message: 'Rules are loaded by pages: without zod, 24 KB less in the browser.',
    },
  ),
  wall('server/**', ...onServer),
  ...names.map((name) =>
    wall(
      `server/${name}/**`,
      ...onServer,
      onlyPorts,
      onlyStores(
        name,
        name === 'users' ? ['orders/export-orders.ts', 'orders/account-store.ts'] : [],
      ),
    ),
  ),
  ...services.map((name) => wall(`server/${name}/**`, ...onServer, onlyPorts, onlyStores(name))),
  wall('server/http/**', ...onServer, onlyPorts, noFeatures),
  wall('server/third-parties/**', noPages, noEngine, noFeatures),
  wall('server/db/**', noPages, noEngine, noVendors, onlyPorts, noFeatures),
  wall('server/db/demo/**', ...onServer, onlyPorts),
  wall('server/db/embedded/**', noPages, noVendors, onlyPorts, noFeatures),
  wall('web/**', noServer, noPageFiles),
  wall('web/vite-guard.ts'),
  wall('web/vite-pictures.ts'),
  wall('web/ui/**', noServer, noPageFiles, {
    group: [
      '\\#web/**',
      '!\\#web/ui/**',
      '!\\#web/session/**',
      '!\\#web/api/**',
      '!\\#web/paths.ts',
    ],
    message: 'web/ui knows nothing of parts or orders.',
  }),
];
