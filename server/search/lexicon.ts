import type { PartType, TypeAttribute } from '#contract/part-lists.ts';

/** What the shop knows by name: out of this the vocabulary is made. */
export interface Lexicon {
  readonly types: readonly LexiconType[];
  readonly categories: readonly { readonly id: string; readonly name: string }[];
  readonly brands: readonly string[];
  readonly models: readonly { readonly make: string; readonly model: string }[];
  /** What admins added: whoever types `word` means `means`. */
  readonly synonyms: readonly { readonly word: string; readonly means: string }[];
}

/** A part type with what else it is called. */
export interface LexiconType {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly categoryName: string;
  readonly fit: PartType['fit'];
  readonly otherNames: readonly string[];
  readonly attributes: readonly TypeAttribute[];
}
