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

/** Of which names the words of a type's parts are made. */
export interface IndexedTypes {
  type_id: string;
  made_of: string;
  after_id: string | null;
}
