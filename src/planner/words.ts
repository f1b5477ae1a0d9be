import { AGGREGATE_NAMES, type AggregateFunction, FUNCTIONS } from '#src/query/functions.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** Words that need something after them: `by region`. */
export const PREPOSITIONS = set(
  'of in on at for from to by with within into onto about as than per without',
);

/** Forms of the verbs that only help others, or link. */
export const AUXILIARY_VERBS = set(`
  is are was were be been being am do does did doing done has have had having
  can could will would shall should may might must
`);

/** Words that join what stands before and after them. */
export const CONJUNCTIONS = set('and or but if so nor then');

/** Words that carry no content of their own: they may stand between mentions, and are never values. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...PREPOSITIONS,
  ...AUXILIARY_VERBS,
  ...CONJUNCTIONS,
  ...set(`
  a an the this that these those there here it its they them their theirs he she his her him hers we us our you your i me my
  not no never what which who whom whose when where why how many much all any some each every both either neither only
  just also too more less fewer most least please tell show list find give get return display select report state name's
  one ones other others same different distinct unique along together well
`),
]);

/** Verbs that ask for an answer. */
export const ASKING = set(
  'show list find give get return display tell select report state provide retrieve compute calculate determine fetch output print name identify what which see count describe',
);

/** Words that may be passed over wherever they stand between the mentions of a clause. */
export const GLUE = set(`
  a an the this that these those there it its they them their his her our my your we us i me you
  is are was were be been being do does did has have had having can could will would whose which who whom where
  of in on at for from to by with within into as and , 's also any all please along associated
  corresponding respective given recorded listed information
  some value values equal equals system data database record records detail entry entries row rows here each
`);

/** Verbs that only link a thing to the next mention. */
export const LINKING = set(`
  have belong contain include live locate reside work take make use hold offer own come base situate associate relate
  provide list register enrol enroll attend participate play receive produce release appear host win study teach
  exist happen occur call   describe   store assign give  found open build write create publish
  order buy purchase sell place serve  run launch join start begin do lead direct affiliate involve
  correspond consist operate connect come go be get see say set keep   book rent stay visit
  hire employ manage supervise supply   issue file sign post send require need fall lie belong accompany
  perform compete   earn    date hold sit stand    fly treat prescribe
  confer grant award establish situate design compose feature possess acquire obtain occupy head organize organise
  sponsor support     insure allocate transfer move travel post tweet comment watch  
   major admit reserve  sing print edit translate  repair fix maintain construct manufacture 
  invent   report captain coach tour schedule speak utilize adopt depend link reference mention sit inhabit
  equip carry display bring  span total undergo perform train advise  own    
`);

/** What questions call each function that computes a number of rows. */
export const AGGREGATES: ReadonlyMap<string, AggregateFunction> = new Map(
  AGGREGATE_NAMES.flatMap((name) => FUNCTIONS[name].asked.map((word) => [word, name] as const)),
);
/** Those of several words. */
export const AGGREGATE_PHRASES = [...AGGREGATES.keys()].filter((words) => words.includes(' '));

/** A superlative: which end of an order, and the columns that it speaks of where it names none. */
export interface Superlative {
  readonly direction: 'asc' | 'desc';
  /** Lemmas that a column's name may hold, best first; empty where the superlative needs a column beside it. */
  readonly of: readonly string[];
  /** Superlative of time: largest is latest. */
  readonly time?: boolean;
  /** Of rows without a name it speaks of what they are worth: `the biggest payment`. */
  readonly worth?: boolean;
}

const SIZE = ['size', 'area', 'capacity', 'population'];
const LENGTH = ['length', 'duration', 'distance', 'runtime'];
const PRICE = ['price', 'cost', 'rate', 'fee', 'amount'];

/** Comparative stem → superlative of it. `older`, `oldest` share one entry. */
const STEMS: readonly (readonly [string, Superlative])[] = [
  ['high', { direction: 'desc', of: ['height', 'elevation', 'altitude'], worth: true }],
  ['low', { direction: 'asc', of: [], worth: true }],
  ['large', { direction: 'desc', of: SIZE, worth: true }],
  ['big', { direction: 'desc', of: SIZE, worth: true }],
  ['great', { direction: 'desc', of: [], worth: true }],
  ['small', { direction: 'asc', of: SIZE, worth: true }],
  ['long', { direction: 'desc', of: LENGTH }],
  ['short', { direction: 'asc', of: ['length', 'duration', 'height', 'runtime'] }],
  ['tall', { direction: 'desc', of: ['height'] }],
  ['heavy', { direction: 'desc', of: ['weight'] }],
  ['light', { direction: 'asc', of: ['weight'] }],
  ['old', { direction: 'desc', of: ['age'] }],
  ['young', { direction: 'asc', of: ['age'] }],
  ['fast', { direction: 'desc', of: ['speed'] }],
  ['slow', { direction: 'asc', of: ['speed'] }],
  ['cheap', { direction: 'asc', of: PRICE }],
  ['late', { direction: 'desc', of: [], time: true }],
  ['new', { direction: 'desc', of: [], time: true }],
  ['recent', { direction: 'desc', of: [], time: true }],
  ['early', { direction: 'asc', of: [], time: true }],
];

function inflect(stem: string, ending: 'er' | 'est'): string {
  if (stem === 'big') return `bigg${ending}`;
  if (stem.endsWith('e')) return stem + ending.slice(1);
  if (stem.endsWith('y')) return `${stem.slice(0, -1)}i${ending}`;
  return stem + ending;
}

export const SUPERLATIVES: ReadonlyMap<string, Superlative> = new Map(
  STEMS.map(([stem, meaning]) => [inflect(stem, 'est'), meaning] as const),
);
export const COMPARATIVES: ReadonlyMap<string, Superlative> = new Map(
  STEMS.map(([stem, meaning]) => [inflect(stem, 'er'), meaning] as const),
);
/** What an adjective speaks of as it stands: `heavy` of a weight. */
export const gradedBy = (word: string): Superlative | null =>
  STEMS.find(([stem]) => stem === word)?.[1] ?? null;
/** Adjectives after "most" and "least". */
export const GRADED: ReadonlyMap<string, Superlative> = new Map([
  ['expensive', { direction: 'desc', of: PRICE }],
  ['recent', { direction: 'desc', of: [], time: true }],
]);

/** Verbs that name the column that they measure. */
export const VERB_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map([
  ['earn', ['salary', 'income', 'wage']],
  ['earning', ['salary', 'income', 'wage']],
  ['cost', ['cost', 'price', 'fee', 'rate']],
  ['costing', ['cost', 'price', 'fee', 'rate']],
  ['weigh', ['weight']],
  ['weighing', ['weight']],
  ['priced', ['price', 'cost']],
  ['paid', ['amount', 'payment', 'salary']],
  ['last', ['duration', 'length']],
  ['rated', ['rating', 'score', 'stars']],
]);

/** Words that start a request to change data. */
export const WRITING = set(
  'insert update delete drop alter truncate grant revoke remove add create change set modify replace rename erase edit put increase decrease record',
);

/** What begins like one of these, and asks for a total. */
export const ADDING_UP: ReadonlySet<string> = new Set(['add up', 'add together']);

/** Frequent words of other languages that are no English words. */
export const FOREIGN = set(
  'cuántos cuantos cuántas cuál qué los las por para der die das wie viele ist und welche zeige combien quels quelle des les est sont quanti quali gli della quantos quais são hoeveel welke сколько какие покажи',
);
