import lemmatizer from 'wink-lemmatizer';
import { NO_AGENTS } from '#src/language/en/people.ts';
import { isAgent } from '#src/language/en/stem.ts';
import { words } from '#src/language/tables.ts';

/** What verbs tell of the rows that they are said of, by the noun that a column may be called: `products that cost 5`. */
export const TOLD_BY_VERBS: ReadonlyMap<string, string> = new Map([
  ['cost', 'price'],
  ['costs', 'price'],
  ['weigh', 'weight'],
  ['weighs', 'weight'],
]);

/** `shipped`, `taken`: a form of a verb that tells what was done. */
export const isParticiple = (word: string): boolean => /(?:ed|en)$/.test(word);

/** Whether a word is a verb by its form; null where the form does not tell: `teach`. */
export function isVerbForm(word: string): boolean | null {
  if (undone(word) !== null) return false;
  const base = lemmatizer.verb(word);
  if (/(?:ed|ing|en)$/.test(word) || (base !== word && !word.endsWith('s'))) return base !== word;
  // `didnt` denies.
  return word.endsWith('nt') ? false : null;
}

/** `sell`: a word that is a verb as it stands, whatever else it may be, and one that ties who does it to what it is done to. */
export function isBaseVerb(word: string): boolean {
  const said = lemmatizer.verb(word);
  if (DENYING.has(said) || UNTYING.has(said) || said.startsWith('out')) return false;
  const stemmed = said.endsWith('e') ? said.slice(0, -1) : said;
  const forms = [`${said}ing`, `${stemmed}ing`, `${said}${said.at(-1)}ing`];
  return forms.some((form) => lemmatizer.verb(form) === said);
}

/** `led` and `lead`: forms of one verb. */
export const areOneVerb = (one: string, other: string): boolean =>
  lemmatizer.verb(one) === lemmatizer.verb(other);

/** `stop`, in any of its forms: a verb that denies, or ends, what ties rows to others. */
export const isDenying = (word: string): boolean => DENYING.has(lemmatizer.verb(word));

const DENYING =
  words(`avoid refuse reject decline lose drop skip quit lack miss fail cancel exclude omit stop cease discontinue halt ban boycott
   block forbid prohibit withdraw pull remove delete cut scrap dismiss fire sack leave abandon desert forget ignore neglect
   deny oppose resist revoke suspend retire resign evict expel`);

/** Verbs that compare or doubt what they are said of, and small words that are verbs beside. */
const UNTYING =
  words(`want need prefer except exceed surpass match equal differ beat trail near like past out up down post return complete
   finish close open expire end start begin contain include cost weigh last`);

/**
 * What rows of a deed may be called, by a form of its verb that is too short, or too irregular, to share a stem with it:
 * `rated` → rate, rating; `won` → win, winning. Empty of a word that is no such form.
 */
export function deedsOf(word: string): readonly string[] {
  const base = lemmatizer.verb(word);
  const deed = DEEDS.get(base);
  if (deed !== undefined) return [deed];
  if (base === word || word.length > LONGEST_WITHOUT_STEM || word.endsWith('s')) return [];
  const bases = /[^e]ed$/.test(word) ? [word.slice(0, -1), word.slice(0, -2)] : [base];
  return bases.flatMap((one) => [one, `${one.replace(/e$/, '')}ing`]);
}

const LONGEST_WITHOUT_STEM = 6;
/** What somebody did, by a noun of another stem. */
const DEEDS: ReadonlyMap<string, string> = new Map([
  ['sell', 'sale'],
  ['lend', 'loan'],
  ['borrow', 'loan'],
]);

/** What a word denies to have been done: `assigned`, of `unassigned`; null where it denies nothing. */
export function undone(word: string): string | null {
  const done = word.startsWith('un') ? word.slice(2) : '';
  return done.length > 3 && isParticiple(done) && lemmatizer.verb(done) !== done ? done : null;
}

/** How data writes that something came out as a verb tells: `won` of a result `Win`. */
export const OUTCOMES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['win wins won winning', 'win won winner victory'],
    ['lose loses lost losing', 'loss lost lose loser defeat'],
    ['draw draws drew drawn', 'draw drew drawn tie tied'],
    ['tie ties tied', 'tie tied draw drawn'],
    ['pass passes passed', 'pass passed'],
    ['fail fails failed', 'fail failed failure'],
    ['qualify qualifies qualified', 'qualified qualify'],
    ['retire retires retired', 'retired retire'],
    ['withdraw withdraws withdrew withdrawn', 'withdrawn withdrew withdraw'],
  ].flatMap(([verbs, texts]) =>
    verbs!.split(' ').map((verb) => [verb, texts!.split(' ')] as const),
  ),
);

const AGENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['write', ['author', 'writer']],
  ['lead', ['leader', 'head', 'captain', 'manager']],
  ['head', ['manager', 'leader']],
  ['run', ['manager', 'head', 'owner']],
  ['teach', ['teacher', 'instructor', 'lecturer', 'tutor', 'professor']],
  ['own', ['owner']],
  ['sell', ['seller', 'vendor']],
  ['buy', ['buyer', 'purchaser', 'customer', 'client']],
  ['purchase', ['buyer', 'customer', 'client']],
  ['order', ['customer', 'client', 'buyer']],
  ['book', ['customer', 'client', 'guest']],
  ['rent', ['renter', 'customer', 'client', 'tenant']],
  ['create', ['creator', 'founder', 'author', 'maker']],
  ['establish', ['founder']],
  ['start', ['founder']],
  ['make', ['maker', 'manufacturer', 'producer', 'director']],
  ['produce', ['producer', 'maker', 'manufacturer']],
  ['manufacture', ['manufacturer', 'maker', 'producer']],
  ['build', ['builder', 'maker', 'manufacturer', 'architect']],
  ['operate', ['operator', 'carrier']],
  ['fly', ['pilot', 'flyer', 'carrier']],
  ['sing', ['singer', 'artist', 'performer']],
  ['perform', ['performer', 'artist', 'singer', 'player']],
  ['compose', ['composer', 'songwriter']],
  ['publish', ['publisher', 'author', 'writer']],
  ['send', ['sender', 'from']],
  ['receive', ['receiver', 'recipient', 'to']],
  ['win', ['winner', 'winning']],
  ['lose', ['loser', 'losing']],
  ['host', ['home', 'host']],
  ['visit', ['away', 'visitor', 'visiting']],
]);

/** `owner`, `trainer`: who does what a verb tells; of a customer or a user any verb may be said. */
export const isDoer = (word: string): boolean =>
  !PARTIES.has(word) &&
  !NO_AGENTS.has(word) &&
  (isAgent(word) ||
    (/[^e]er$/.test(word) && [word.slice(0, -2), word.slice(0, -1)].some(isBaseVerb)));

const PARTIES = words('user customer consumer member passenger');

/** Verbs that say no more than that somebody had to do with rows: `how many sales did Mia make`. */
export const isPlainDeed = (word: string): boolean => PLAIN_DEEDS.has(lemmatizer.verb(word));

const PLAIN_DEEDS = words(
  'make have do hold take give get place record list offer involve conduct call name',
);

/** What who did something is called beside by a noun of the verb: `author`, of `wrote`. */
export const agents = (word: string): readonly string[] => {
  const verb = lemmatizer.verb(word);
  return [...(verb === word ? [] : [verb]), ...(AGENTS.get(verb) ?? [])];
};
