import { anyEngine, engineText, readEngine, type Engine } from '#contract/engine-rules.ts';
import { vehicleSlug } from '#contract/vehicle-slug.ts';
import {
  knownVehicles,
  type KnownModel,
  type KnownVehicles,
  type NamedSpan,
} from './known-vehicles.ts';
import { makeNames } from './make-names.ts';

/** A vehicle that an admin added. */
export interface AddedVehicle {
  readonly make: string;
  readonly model: string;
  readonly yearFrom: number;
  readonly yearTo: number;
  readonly engines: readonly string[];
}

/** Another name of a vehicle, that an admin added. */
export interface AddedName {
  readonly make: string;
  readonly model: string;
  readonly meansMake: string;
  readonly meansModel: string;
}

export interface Years {
  readonly from: number;
  readonly to: number;
}

/** All vehicles that the shop knows: those of the version, and those that admins added. Names may be in any case. */
export class ShopVehicles {
  /** What admins added, as a text to compare. */
  readonly added: string;
  readonly #known: KnownVehicles = knownVehicles();
  /** By make and model, in small letters. */
  readonly #added: ReadonlyMap<string, readonly AddedVehicle[]>;
  readonly #names: ReadonlyMap<string, AddedName>;
  /** The shop's spelling of makes, by their names and other names in small letters. */
  readonly #makes: ReadonlyMap<string, string>;
  /** The same by what their addresses have: 'MERCEDES BENZ' is one spelling of 'Mercedes-Benz', 'F 150' of 'F-150'. */
  readonly #makesBySlug: ReadonlyMap<string, string>;
  readonly #modelsBySlug: ReadonlyMap<string, Pick<KnownModel, 'make' | 'model'>>;

  constructor(added: readonly AddedVehicle[], names: readonly AddedName[]) {
    this.added = JSON.stringify([added, names]);
    this.#added = Map.groupBy(added, ({ make, model }) => keyOf(make, model));
    const makes = [...added, ...this.#known.all()].map(({ make }) => [make.toLowerCase(), make]);
    this.#makes = new Map([...makeNames, ...(makes as [string, string][])]);
    this.#makesBySlug = new Map([...this.#makes].map(([name, make]) => [vehicleSlug(name), make]));
    this.#modelsBySlug = new Map(
      [...added, ...this.#known.all()].map(({ make, model }) => [
        slugsOf(make, model),
        { make, model },
      ]),
    );
    // A name of the shop's 'VW' is one of its 'Volkswagen', too.
    const spelled = names.map((name) => ({ ...name, ...this.spelled(name.make, name.model) }));
    this.#names = new Map(
      [...spelled, ...names].map((name) => [keyOf(name.make, name.model), name]),
    );
  }

  hasMake(make: string): boolean {
    return this.#makes.get(make.toLowerCase())?.toLowerCase() === make.toLowerCase();
  }

  hasModel(make: string, model: string): boolean {
    return this.years(make, model).length > 0;
  }

  /** The years in which a model was built; none for one that is not known. */
  years(make: string, model: string): Years[] {
    const added = this.#added.get(keyOf(make, model)) ?? [];
    const built = this.#known.model(make, model)?.built ?? [];
    return [...built, ...added.map(({ yearFrom, yearTo }) => ({ from: yearFrom, to: yearTo }))];
  }

  /** The engines of a model in a year, or ever without a year, as far as they are known: each once, small ones first. */
  engines(make: string, model: string, year: number | null): Engine[] {
    const added = (this.#added.get(keyOf(make, model)) ?? [])
      .filter(({ yearFrom, yearTo }) => year === null || (yearFrom <= year && year <= yearTo))
      .flatMap(({ engines }) => engines.map((text) => readEngine(text) ?? anyEngine));
    const all = [...this.#known.engines(make, model, year), ...added];
    const byText = new Map(all.map((engine) => [engineText(engine), engine]));
    byText.delete('');
    return [...byText.values()].toSorted(
      (one, other) =>
        (one.litres ?? 99) - (other.litres ?? 99) || (engineText(one) < engineText(other) ? -1 : 1),
    );
  }

  /** The names under which a model was sold in a year, or ever without a year; its own one first. */
  namesOf(make: string, model: string, year: number | null): readonly string[] {
    return this.#known.namesOf(make, model, year);
  }

  /** The other names of a model, each with the years in which it was sold under it. */
  otherNamesOf(make: string, model: string): readonly NamedSpan[] {
    return this.#known.otherNamesOf(make, model);
  }

  /** The vehicle that is meant, in the shop's spelling; as it was named where the shop does not know it. */
  named(make: string, model: string): { make: string; model: string } {
    const spelled = this.spelled(make, model);
    const name =
      this.#names.get(keyOf(make, model)) ?? this.#names.get(keyOf(spelled.make, spelled.model));
    return name ? { make: name.meansMake, model: name.meansModel } : spelled;
  }

  /** The names that admins have explained, in the shop's spelling; one may be there twice. */
  explainedNames(): { make: string; model: string }[] {
    return [...this.#names.values()].map(({ make, model }) => this.spelled(make, model));
  }

  /** The shop's spelling of make and model, whatever names admins have explained. */
  spelled(make: string, model: string): { make: string; model: string } {
    const itsMake =
      this.#makes.get(make.toLowerCase()) ?? this.#makesBySlug.get(vehicleSlug(make)) ?? make;
    const known = this.#model(itsMake, model) ?? this.#modelsBySlug.get(slugsOf(itsMake, model));
    return { make: known?.make ?? itsMake, model: known?.model ?? model };
  }

  /** The makes that the shop knows, in alphabetical order. */
  makes(): string[] {
    return inOrder([...this.#makes.values()]);
  }

  /** The models of a make that it knows. */
  models(make: string): string[] {
    const its = make.toLowerCase();
    return inOrder(
      [...this.#known.all(), ...[...this.#added.values()].flat()]
        .filter((one) => one.make.toLowerCase() === its)
        .map(({ model }) => model),
    );
  }

  #model(make: string, model: string): Pick<KnownModel, 'make' | 'model'> | undefined {
    return this.#known.model(make, model) ?? this.#added.get(keyOf(make, model))?.[0];
  }
}

const { compare } = new Intl.Collator('en', { numeric: true });

function inOrder(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted(compare);
}

function slugsOf(make: string, model: string): string {
  return `${vehicleSlug(make)}/${vehicleSlug(model)}`;
}

function keyOf(make: string, model: string): string {
  return `${make}\n${model}`.toLowerCase();
}
