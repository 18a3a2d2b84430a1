import { startBehindPooler } from './behind-pooler.ts';
import { restartBehindProxy } from './behind-proxy.ts';
import { breakProvider } from './broken-provider.ts';
import { sufferClients } from './clients.ts';
import { endUnderLoad, startTwice } from './start-and-end.ts';
import { fillDisk } from './full-disk.ts';
import { holdLocks } from './held-locks.ts';
import { killShopOnEmbedded, killShopOnPostgresql } from './killed-shop.ts';
import { killUpload } from './killed-upload.ts';
import { loseDatabase } from './lost-database.ts';
import { stopMails } from './mail-down.ts';
import { confuseMessages, loseMessages } from './messages.ts';
import { raceBatchesOn } from './batch-races.ts';
import { raceOn } from './races.ts';
import { upgradeInTurn } from './rolling-upgrade.ts';
import type { Extent, Outcome } from './row.ts';

/** A row of the fault table. */
export interface FaultRow {
  readonly name: string;
  readonly fault: string;
  readonly run: (extent: Extent) => Promise<Outcome>;
}

/** All fault tests, in the order of the table. */
export const rows: readonly FaultRow[] = [
  {
    name: 'kill-embedded',
    fault: 'shop killed under load, embedded engine',
    run: killShopOnEmbedded,
  },
  {
    name: 'kill-postgresql',
    fault: 'shop killed under load, PostgreSQL',
    run: killShopOnPostgresql,
  },
  {
    name: 'pictures',
    fault: 'one of two copies killed under uploads into a bucket, PostgreSQL',
    run: killUpload,
  },
  {
    name: 'database',
    fault: 'PostgreSQL killed and restarted, refused, cut, hanging, slow',
    run: loseDatabase,
  },
  {
    name: 'pooler',
    fault: 'five copies started at once behind a busy PgBouncer',
    run: startBehindPooler,
  },
  {
    name: 'nginx',
    fault: 'two copies restarted in turn behind nginx, under buyers',
    run: (extent) => restartBehindProxy('nginx', extent),
  },
  {
    name: 'caddy',
    fault: 'two copies restarted in turn behind Caddy, under buyers',
    run: (extent) => restartBehindProxy('caddy', extent),
  },
  {
    name: 'upgrade',
    fault: 'two copies behind nginx upgraded in turn and taken back, under buyers and visitors',
    run: upgradeInTurn,
  },
  { name: 'locks', fault: "a part's row and all orders locked from outside", run: holdLocks },
  { name: 'disk', fault: 'disk full, embedded engine', run: fillDisk },
  {
    name: 'race-embedded',
    fault: 'everybody at once, embedded engine',
    run: (extent) => raceOn('embedded', extent),
  },
  {
    name: 'race-postgresql',
    fault: 'everybody at once, PostgreSQL',
    run: (extent) => raceOn('server', extent),
  },
  {
    name: 'lists-embedded',
    fault: 'overlapping lists ordered and put back at once, embedded engine',
    run: (extent) => raceBatchesOn('embedded', extent),
  },
  {
    name: 'lists-postgresql',
    fault: 'overlapping lists ordered and put back at once, PostgreSQL',
    run: (extent) => raceBatchesOn('server', extent),
  },
  { name: 'cards', fault: 'card provider broken in ten ways', run: breakProvider },
  {
    name: 'messages',
    fault: 'webhooks doubled, reordered, late, forged, short, two for one',
    run: confuseMessages,
  },
  { name: 'lost-messages', fault: 'webhooks lost, clock off by 10 min', run: loseMessages },
  { name: 'mail', fault: 'mail server down', run: stopMails },
  { name: 'clients', fault: 'slow and broken clients', run: sufferClients },
  { name: 'second-process', fault: 'a second process on the embedded database', run: startTwice },
  { name: 'sigterm', fault: 'SIGTERM under load', run: endUnderLoad },
];
