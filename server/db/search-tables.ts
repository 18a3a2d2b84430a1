import type { ColumnType } from 'kysely';

/** What an admin taught the search. */
export interface Synonyms {
  id: string;
  word: string;
  means: string;
  word_key: string;
  created_at: Date;
}

/** A text that found nothing, and how often on a day. */
export interface EmptySearches {
  day: ColumnType<Date, string, never>;
  text: string;
  searches: number;
}

/** The same of all days before one, by text. */
export interface EmptySearchSums {
  text: string;
  searches: number;
  last_day: ColumnType<Date, string, never>;
  before_day: ColumnType<Date, string, never>;
}

/** Of which names the words of a type's parts are made. */
export interface IndexedTypes {
  type_id: string;
  made_of: string;
  after_id: string | null;
}
