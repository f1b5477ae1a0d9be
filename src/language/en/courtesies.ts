import { NUMBER_WORDS } from '#src/language/en/numbers.ts';

/**
 * What people say around a question and mean nothing by: greetings, thanks, how they ask for it. Of the patterns, spaces
 * are any white space, `(a|b)` is one of several and `[a]` may be left out.
 */
interface Courtesy {
  readonly example: string;
  readonly said: string;
}

const row = (example: string, said: string): Courtesy => ({ example, said });

const FOR_THANKS =
  '[again] [so much|very much|a lot|a bunch] [for (that|this|it|the info|the help|your help)]';
const GOOD =
  '(great|perfect|fantastic|wonderful|awesome|excellent|amazing|brilliant|nice|cool|good|super|sweet|lovely|interesting|helpful|useful|fine|impressive)';
const QUESTION = '(question|questions|request|thing)';
const KIND = '(quick|short|small|simple|last|final|next|more|other|further|follow-up|second)';
const SEE =
  '(see|know|get|have|find|find out|view|look at|check|understand|learn|ask for|ask|show|figure out|hear)';
const BOSS = '(boss|manager|team|ceo|cfo|director|colleague|colleagues|supervisor)';

/** Said before a question, and parted from it by a mark, by another one or by how a question begins. */
const ALONE: readonly Courtesy[] = [
  row('hello there!', '(hello|hi|hey|hiya|howdy|greetings) [there|all|everyone|team|folks|again]'),
  row('good morning,', 'good (morning|afternoon|evening|day) [all|everyone|team|folks]'),
  row('Dear team,', 'dear (team|all|sir|madam|colleagues|assistant)'),
  row('thank you so much!', `(many thanks|thanks|thank you|thx|ty|cheers) ${FOR_THANKS}`),
  row('wow great,', `[wow|oh] ${GOOD}`),
  row("that's great,", `(that is|that's|thats|this is) [very|really|so|all] ${GOOD}`),
  row(
    'ok,',
    '(ok|okay|alright|all right|right|sure|yes|yeah|yep|yup|well|so|now|wow|oh|ah|hm|hmm)',
  ),
  row('anyway,', '(anyway|btw|by the way|fyi|next|finally|lastly|please)'),
  row(
    'got it.',
    '(got it|i see|understood|makes sense|no problem|no worries|of course|sounds good)',
  ),
  row('quick question:', `[just] [a|one|another|my|the] [very] ${KIND} ${QUESTION} [for you]`),
  row(
    'this will be my last question,',
    `(i have|i've got|i got|here is|here's|this is|this will be|that will be) (a|one|another|my) [${KIND}] ${QUESTION} [for you]`,
  ),
  row(
    'I need a quick number for the meeting:',
    '(i|we) [just] need (a|the|some) [quick] (number|numbers|figure|figures|answer|count|list|overview|info|information) [for (the|my|our|a) (meeting|report|presentation|boss|board|team|call|review|newsletter)]',
  ),
  row('one more:', '(one more|one last|last one|next one|another one)'),
  row('just curious,', '(just curious|just wondering|out of curiosity)'),
];

/** The same where nothing goes before: behind an answer, they correct it. */
const CORRECTING: readonly Courtesy[] = [
  row('actually,', 'actually'),
  row(
    'sorry to bother you,',
    '(sorry|excuse me|pardon) [to (bother|disturb) you|for (bothering|disturbing) you] [but]',
  ),
];

/** Said before a question, and nothing need part it from that. */
const UNPARTED: readonly Courtesy[] = [
  row('ok so …', '(hello|hi|hey|ok|okay|thanks|thank you|thx) [so|now|then]'),
];

/** How somebody asks for what comes next. */
const ASKING: readonly Courtesy[] = [
  row(
    'would you be able to …',
    '[please] (would you be able to|are you able to|is it possible to|would it be possible to)',
  ),
  row('pls list …', '(pls|plz)'),
  row('would you mind …', '(would you mind|do you mind)'),
  row(
    'can you please …',
    '[please] (can|could|would|will) (you|u) [please|kindly|just|also|maybe|possibly|quickly] [help me to|help me]',
  ),
  row('i was wondering if you could …', 'if you (can|could|would)'),
  row('i was wondering …', "(i am|i'm|im|i was|was) [just] (wondering|curious) [about]"),
  row('i wonder …', 'i wonder'),
  row('can I please have …', `(can|could|may|might) (i|we) [please|just|also] ${SEE}`),
  row("I'd like to see …", `(i'd|i’d|id|we'd|we’d) [also|really] (like|love) [to ${SEE}]`),
  row(
    'i want to know …',
    `(i|we) [just|also|really|only] (want|need|wish|would like|would love) [to ${SEE}]`,
  ),
  row('i wanna see …', `(i|we) (wanna|gotta) ${SEE}`),
  row(
    "I'm looking for …",
    "(i am|i'm|i’m|im|we are|we're) [just|also|currently] (looking for|searching for|interested in|trying to (find|see|get|know|find out|figure out))",
  ),
  row('do you know …', '(do you [happen to] know|do we know|any idea|you know)'),
  row('my boss wants to know …', `(my|our|the) ${BOSS} (wants|needs|would like) to (know|see)`),
  row('provide me with …', '[please] (provide|providing|supply) me [with]'),
  row('provide us with …', '[please] (provide|providing|supply) us with'),
  row('provide …', '[please] (provide|supply)'),
  row('shoot me …', '[please] (shoot|send|fetch|bring|hand|pull) me'),
  row('showing me …', '(showing|telling|giving|sending|getting) me'),
  row('pull up …', '[please] (pull up|pull out|look up|find out|figure out|list out)'),
  row('let me know …', '[please] let (me|us) (know|see|have)'),
  row("let's look at …", "(lets|let's|let’s|let us) (see|look at|have a look at|take a look at)"),
  row('please work out …', '[please] (work out|calculate|compute|determine)'),
  row('help me find …', '[please] help (me|us) [to] (find|see|get|know|with)'),
  row('gimme …', '(gimme|lemme see|lemme know|remind me [of])'),
];

/** How the requests among them go on: a verb that says what is done rather than what is wanted. */
const BEHIND: readonly Courtesy[] = [row('can you check …', '(pull|check|share|shoot|send) [me]')];

/** How a request begins: what is asked is the same without it. */
const REQUEST: readonly Courtesy[] = [
  row('show me …', '(show|display|give|get|tell) (me|us)'),
  row('show …', '(show|display|give|get|list|find|return)'),
];
/** A question behind it, or what `get` and `find` say with it. */
const NO_REQUEST = '(how|what|who|whom|whose|which|where|when|why|if|whether|out|about)';

/** Said behind a question. */
const LAST: readonly Courtesy[] = [
  row('please', '(please|pls|plz|kindly|asap)'),
  row(
    'thanks!',
    `(many thanks|thanks|thank you|thx|ty|cheers) [again|in advance] [so much|very much|a lot]`,
  ),
  row('for me', 'for me'),
  row('on file', 'on (file|record)'),
  row('at all', '(at all|whatsoever)'),
  row('of all time', '[of|for] (all time|all-time)'),
  row('with us', 'with us'),
  row('overall', 'overall'),
  row('btw', '(btw|by the way)'),
  row('if you can', '(if you can|if you could|if possible|if you would|if that is possible)'),
];

/** Words that name all that is asked about, where they name nothing of it: `in this table`. */
const WHOLE = String.raw`company|business|firm|organi[sz]ation|table|data|dataset|data\s+set|database|file|sheet|system`;

/** Words that begin a question or a request. */
const OPENER =
  "(what|whats|what's|which|who|whose|whom|when|where|how|why|show|list|find|give|tell|get|count|name|display|provide|please|can|could|would|will|may|is|are|do|does|did|i|i'd|i'm|we|any|let|let's)";

/** A pattern of the tables as a regular expression. */
function sourceOf(said: string): string {
  let first = '';
  let rest = said;
  for (let part = /^\[([^\]]+)\] /.exec(rest); part; part = /^\[([^\]]+)\] /.exec(rest)) {
    first += `(?:(?:${part[1]}) )?`;
    rest = rest.slice(part[0].length);
  }
  const behind = rest.replace(/ \[([^\]]+)\](?=[ )|]|$)/g, '(?: (?:$1))?');
  return `${first}${behind}`
    .replace(/\((?!\?)/g, '(?:')
    .replaceAll(' ', String.raw`\s+`)
    .replaceAll("'", "['’]");
}

const oneOf = (rows: readonly Courtesy[]): string =>
  `(?:${rows.map(({ said }) => sourceOf(said)).join('|')})`;

const MARK = String.raw`(?:\s*[,.!?;:]+\s*|\s+[–—-]+\s+)`;
const BEGINS = new RegExp(String.raw`^${sourceOf(OPENER)}\b`, 'iu');
const partedFrom = (rows: readonly Courtesy[]): RegExp =>
  new RegExp(
    String.raw`^(${oneOf(rows)})(?:${MARK}|\s+(?=${sourceOf(OPENER)}\b|${oneOf(rows)}(?:${MARK}|\s+${sourceOf(OPENER)}\b)))`,
    'iu',
  );
const FIRST_BEHIND_ANSWERS = partedFrom(ALONE);
const FIRST_ALONE = partedFrom([...ALONE, ...CORRECTING]);
const FIRST_UNPARTED = new RegExp(String.raw`^(${oneOf(UNPARTED)})\s+`, 'iu');
const FIRST_ASKING = new RegExp(String.raw`^${oneOf(ASKING)}(?:\s*[:,]\s*|\s+)`, 'iu');
const BEHIND_ASKING = new RegExp(String.raw`^${oneOf(BEHIND)}\s+`, 'iu');
const FIRST_REQUEST = new RegExp(
  String.raw`^${oneOf(REQUEST)}\s+(?!${sourceOf(NO_REQUEST)}\b)(?=[\p{L}\p{N}])`,
  'iu',
);
const SENTENCE_BEHIND = /[.!?;]\s+\S/u;
const LAST_SAID = new RegExp(
  String.raw`[\s,.!?;:–—-](?:and\s+)?(${oneOf(LAST)})[\s,.!?;:)-]*$`,
  'iu',
);
const OF_ALL = new RegExp(
  String.raw`\sin\s+(?:this|the|our|your|my)\s+(${WHOLE})(?=[\s.!?]*$)`,
  'iu',
);
/** `share of cancelled orders in percent`: what a share is in anyway. */
const OF_SHARE =
  /(?<=\b(?:percentage|share|proportion|part)\s.*)[\s,]+(?:in|as)\s+(?:an?\s+)?(?:percent|percentage|%|pct)(?=[\s.!?]*$)/iu;
const GOING_ON =
  /^(?:(?:and|also|but|then)\s+(?:(?:what|how)\s+about\s+)?|(?:what|how)\s+about\s+)/iu;
/** More are none. */
const MOST = 6;

interface Around {
  /** Whether words are a name or a value of the data: those are kept where no question begins behind them. Where that is not known, `in this table` and greetings that nothing parts are kept. */
  readonly isNamed?: (words: string) => boolean;
  /** Whether it follows other questions, so that `and …` and `what about …` say something. */
  readonly follows?: boolean;
}

/** A question without the courtesies around it; as it is where it has none, or nothing else. */
export function withoutCourtesies(text: string, { isNamed, follows = false }: Around = {}): string {
  let said = text.trim();
  for (let count = 0; count < MOST; count++) {
    const begun = follows ? said : said.replace(GOING_ON, '');
    const shorter = withoutFirst(begun, follows ? FIRST_BEHIND_ANSWERS : FIRST_ALONE, isNamed);
    if (shorter === said) break;
    said = shorter;
  }
  for (let count = 0; count < MOST; count++) {
    const last = LAST_SAID.exec(said);
    if (!last || isNamed?.(last[1]!)) break;
    said = said.slice(0, last.index).replace(/[\s,;:–—-]+$/, '');
  }
  said = said.replace(OF_SHARE, '');
  const all = OF_ALL.exec(said);
  if (all && isNamed && !isNamed(all[1]!))
    said = said.slice(0, all.index) + said.slice(all.index + all[0].length);
  return /[\p{L}\p{N}]/u.test(said) && said !== text.trim() ? said : text;
}

/** A request as its noun phrase: `orders by channel` of `show me orders by channel`. One of several sentences stays a request. */
export const withoutRequest = (text: string): string =>
  SENTENCE_BEHIND.test(text) ? text : text.replace(FIRST_REQUEST, '').replace(NAME_SO_MANY, '');

/** `name our five customers`, which asks for no name of five of them. */
const NAME_SO_MANY = new RegExp(
  String.raw`^name\s+(?:(?:the|our|my|your)\s+)?(?=(?:\d+|${[...NUMBER_WORDS.keys()].join('|')})\s)`,
  'iu',
);

function withoutFirst(said: string, parted: RegExp, isNamed: Around['isNamed']): string {
  const alone = parted.exec(said);
  if (alone) {
    const rest = said.slice(alone[0].length);
    if (BEGINS.test(rest) || parted.test(rest) || !isNamed?.(alone[1]!)) return rest;
  }
  const unparted = FIRST_UNPARTED.exec(said);
  if (unparted && isNamed && !isNamed(unparted[1]!)) return said.slice(unparted[0].length);
  const asking = FIRST_ASKING.exec(said);
  if (!asking) return said;
  const rest = said.slice(asking[0].length);
  return rest.replace(BEHIND_ASKING, '');
}
