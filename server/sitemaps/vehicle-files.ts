import { minuteMs } from '#contract/durations.ts';
import type { Database } from '#server/shop.ts';
import {
  listWaysIn,
  listWaysOfMakes,
  type MakeWay,
  type ModelWay,
} from '#server/vehicles/pages/ways-in.ts';
import type { Listed } from './sitemap-xml.ts';

/** The most addresses of a model that are listed: itself, its latest years and their categories. */
const mostOfModel = 500;

/** How long a copy of the shop believes that it knows the files. */
const knownForMs = 10 * minuteMs;

/** The pages of vehicles for search engines. */
export interface VehicleFiles {
  /** Addresses of `/vehicles` and of the makes; none without parts. */
  makes(): Promise<readonly string[]>;
  /** How many files the models have. */
  count(): Promise<number>;
  /** The addresses of one of these, model by model; undefined when there is no such file. */
  file(number: number): Promise<AsyncGenerator<Listed[]> | undefined>;
}

/** Which models stand in which file: so many in each that the addresses of all have room (docs/decisions/0063). */
export function vehicleFiles(parts: {
  readonly db: Database;
  readonly publicUrl: string;
  readonly mostInFile: number;
  /** Milliseconds. */
  readonly now: () => number;
}): VehicleFiles {
  const { db, publicUrl, mostInFile, now } = parts;
  const mostEach = Math.min(mostOfModel, mostInFile);
  const modelsInFile = Math.floor(mostInFile / mostEach);
  let known: { readonly makes: Promise<readonly MakeWay[]>; readonly until: number } | undefined;

  const makes = () => {
    if (known === undefined || known.until <= now()) {
      const read = listWaysOfMakes(db);
      known = { makes: read, until: now() + knownForMs };
      read.catch(() => (known = undefined));
    }
    return known.makes;
  };
  const models = async () => (await makes()).flatMap((make) => make.models);

  async function* listed(its: readonly ModelWay[]): AsyncGenerator<Listed[]> {
    for (const model of its) {
      const addresses = await listWaysIn(db, model, mostEach);
      yield addresses.map((address) => ({ address: publicUrl + address }));
    }
  }

  return {
    async makes() {
      const addresses = (await makes()).map(({ address }) => address);
      return addresses.length === 0 ? [] : ['/vehicles', ...addresses];
    },
    count: async () => Math.ceil((await models()).length / modelsInFile),
    async file(number) {
      const its = (await models()).slice((number - 1) * modelsInFile, number * modelsInFile);
      return its.length === 0 ? undefined : listed(its);
    },
  };
}
