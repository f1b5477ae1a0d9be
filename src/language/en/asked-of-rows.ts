import { type Phrase, phrases } from '#src/language/tables.ts';

/** A question word with what stands behind the rows that it is asked of, and the words of columns that answer it. */
export interface AskedOfRows {
  readonly example: string;
  readonly first: readonly Phrase[];
  /** What may stand at the end. */
  readonly last: readonly Phrase[];
  /** Whether something has to. */
  readonly mustEnd?: true;
  /** Words of the columns that answer it, surest first. */
  readonly columns: readonly string[];
  /** The date that the verb at the end is said of. */
  readonly ofVerb?: true;
}

export const PLACES: readonly string[] = [
  ...['address', 'location', 'city', 'town', 'place', 'village', 'venue', 'municipality'],
  ...['county', 'region', 'state', 'country'],
];
/** How names end of what is somewhere. */
export const PLACE_NAMES: readonly string[] = [
  ...PLACES,
  ...'area|zone|district|street|site|home|hall|room|building|campus|stadium'.split('|'),
  ...'airport|station|port|origin|destination|headquarter|branch|store|shop|office'.split('|'),
  ...'park|island|continent|nation|province|code|floor|latitude|longitude|school'.split('|'),
  ...'hotel|hospital|base|territory|land|depot|warehouse|shelf|ground|track'.split('|'),
];
export const PRICES: readonly string[] = ['price', 'fee', 'fare', 'cost'];

/** Columns that a question word asks for, of rows by their name or by what is said of them. */
export const ASKED_OF_ROWS: readonly AskedOfRows[] = [
  {
    example: 'where is Acme based',
    first: phrases('where is|where are|where was|where were|where can i find|where do i find'),
    last: phrases('located|based|situated|from|in|at|registered'),
    columns: PLACES,
  },
  {
    example: 'where do active members live',
    first: phrases('where do|where does|where did'),
    last: phrases('live|lives|reside|sit|come from|work'),
    mustEnd: true,
    columns: PLACES,
  },
  {
    example: 'how much does Bag Work cost',
    first: phrases('how much does|how much do|how much did'),
    last: phrases('cost|sell for|go for'),
    mustEnd: true,
    columns: PRICES,
  },
  {
    example: 'how much is Bag Work',
    first: phrases('how much is|how much are|how expensive is|how expensive are'),
    last: [],
    columns: PRICES,
  },
  {
    example: 'how long is Bag Work',
    first: phrases('how long is|how long are|how long was|how long were'),
    last: phrases('long'),
    columns: ['length', 'duration'],
  },
  {
    example: 'when did Acme join',
    first: phrases('when did|when do|when has|when have'),
    last: [],
    columns: [],
    ofVerb: true,
  },
];
