import { words } from '#src/language/tables.ts';

/** `kinds of products`: values of a column, each once. */
export const KINDS = words('kind type sort');

/** `member since`: words of time that names end with. */
export const BOUNDS = words('since until');

/** Words that a time itself begins with: `after 2023`. */
export const BOUNDING = words('after before in on from between since until');

/** Words that ask for what tells rows apart rather than for their names: `codes of the products`, `invoice number`. */
export const KEY_WORDS = words(
  'id ids code codes number numbers no nr key keys identifier identifiers',
);

/** Words that a table's name goes on with and that say how it is kept: `loaf sheet`. */
export const TABLE_CONTAINERS = words(
  'table list info data dataset sheet log register registry file overview catalog catalogue directory',
);

/** Words between two values of one cell: `Copper and Tin`. */
export const LIST_JOINTS: readonly string[] = ['and', 'or'];

/** `the name of the shift` */
export const NAME = 'name';
export const OF = words('of');
export const NO = 'no';

/** `the repair information of jobs`: all that is known of what stands before. */
export const INFORMATION = words('information info details data');

/** Names of the days between which a row holds: `valid from`, `effective until date`. */
export const VALIDITY = {
  valid: words('valid effective'),
  starts: words('from since start'),
  ends: words('to until till through end'),
  carriers: words('date day time at on'),
};
