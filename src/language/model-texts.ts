/**
 * Wording by which texts of models say what no row or question carries: addresses, what to do elsewhere, what was or
 * could be written, and what holds of rows that nobody looked at.
 */

/** Top-level domains that addresses in texts have. Those that are likelier names of columns (`orders.date`) are left out. */
const DOMAINS =
  'com|org|net|io|dev|example|info|biz|app|ai|co|eu|de|fr|uk|us|ru|cn|xyz|site|online|link|me|gov|edu|cloud|web|click|zip|top|live|tv|cc|ly|nl|es|it|pl|br|jp|ch|be|se|dk|fi|ca|au|nz|kr|sh|gg|so|ws|local|internal|onion|test|invalid|mobi|pro|tech|support|help|login|space|website|news|blog|page';

/** An address: a domain, a mailbox, a number of an IP network, a path, a telephone number. */
export const ADDRESS = new RegExp(
  [
    `(?<![\\p{L}\\p{N}.])(?:[\\p{L}\\p{N}-]+\\.)+(?:${DOMAINS})(?![\\p{L}\\p{N}])`,
    '\\S@\\S',
    '\\b[\\p{L}\\p{N}-]+\\s*(?:\\(dot\\)|\\[dot\\]|\\sdot\\s)\\s*(?:com|org|net|io)\\b',
    '\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b',
    '(?:^|\\s)(?:~?/[\\p{L}\\p{N}_.-]+){1,}/?',
    '(?:\\+|\\b00)\\d[\\d ()/-]{6,}',
    '\\blocalhost\\b|\\b[a-z]+://',
  ].join('|'),
  'iu',
);

const WRITES =
  'mark\\p{L}*|approv\\p{L}*|cancel\\p{L}*|refund\\p{L}*|book\\p{L}*|transfer\\p{L}*|delet\\p{L}*|updat\\p{L}*|insert\\p{L}*|chang\\p{L}*|remov\\p{L}*|dropp?\\p{L}*|creat\\p{L}*|writ\\p{L}*|wrote|renam\\p{L}*|edit\\p{L}*|sav\\p{L}*|export\\p{L}*|send\\p{L}*|sent|e-?mail\\p{L}*|truncat\\p{L}*|fix\\p{L}*|correct\\p{L}*|add|adding|added|modif\\p{L}*|overwr\\p{L}*|stor\\p{L}*|set|reset|grant\\p{L}*|schedul\\p{L}*|import\\p{L}*|clean\\p{L}*|merg\\p{L}*|archiv\\p{L}*|restor\\p{L}*|post\\p{L}*';

/** What a reader is told to do outside of the question, and what a writer offers to do or says to have done. */
const ACTS: readonly RegExp[] = [
  /\b(?:sign|log)(?:ged|ging|ning)?[ -]?(?:in|on|out|back)\b/iu,
  /\b(?:passwords?|passphrases?|passcodes?|credentials?|api[ -]?keys?|access tokens?|secrets?|one-time|verification code|credit card|session (?:has |is )?expired|subscription|re-?authenticate|verify your)\b/iu,
  /^\W*(?:(?:please|kindly|then|now|just|first|to (?:see|get|continue)[^,]*,)\s+)*(?:visit|click|contact|call|phone|e-?mail|mail|send|paste|go to|navigate|open|download|install|follow|subscribe|upgrade|pay|transfer|run|execute|copy|forward|reply|write|enter|type|tell|inform|notify|ignore|disregard|restart|disable|enable|share|forget|approve|confirm|see (?:also|the)|refer to|check (?:the|your|out)|ask (?:your|the|an?|support)|reach out)\b/iu,
  /\b(?:contact|call|visit|e-?mail|write to|reach out to|speak (?:to|with)|ask|get in touch with|send (?:it|them|this|these)?\s*to)\s+(?:\p{L}+\s+){0,2}(?:support|team|admin\p{L}*|us|site|page|link|help ?desk|provider|vendor|hotline|sales)\b/iu,
  /\byou (?:should|must|need to|have to|ought to|can|may|could)\s+(?:now\s+)?(?:visit|click|contact|call|e-?mail|send|paste|go|open|download|install|subscribe|upgrade|pay|enter|run|execute|log|sign|share|delete|update|buy|ask (?:your|support))\b/iu,
  new RegExp(
    `\\b(?:i|we|let me|plumbline)(?:['’](?:ll|ve|d|m|re))?\\s+(?:(?:will|can|could|would|have|had|am|are|going to|be|happily|gladly|already|just|also|now|then|to|able|happy|ready|like|love|shall|may|be|do)\\s+)*(?:${WRITES})(?![\\p{L}])`,
    'iu',
  ),
  new RegExp(
    `\\b(?:do you want|would you like|shall i|should i|want me|like me|allow me|i['’]?m (?:happy|able) to)\\b[^.?!]*\\b(?:${WRITES})(?![\\p{L}])`,
    'iu',
  ),
  /\b(?:tables?|rows?|records?|data|database|columns?|values?|entries|entry|it|they|changes?|report|file)\b[^.]{0,40}\b(?:was|were|has been|have been|will be|is being|got)\s+(?:\p{L}+ly\s+|now\s+|already\s+)?(?:deleted|updated|inserted|changed|removed|dropped|renamed|edited|saved|sent|emailed|truncated|fixed|corrected|added|modified|exported|stored|reset|overwritten|merged|archived|restored|made)\b/iu,
];
const DENIES =
  /\b(?:cannot|can['’]t|could not|couldn['’]t|won['’]t|will not|do(?:es)? not|don['’]t|doesn['’]t|never|unable|not (?:able|allowed|possible))\b/iu;

/** Whether a sentence tells somebody to do something elsewhere, offers to write, or says that something was written. */
export const tellsToAct = (sentence: string): boolean =>
  ACTS.some((one, at) => one.test(sentence) && !(at >= FIRST_WRITING && DENIES.test(sentence)));
const FIRST_WRITING = 5;

/** What stands behind `no`, where a sentence says that the data lacks it and not that rows do. */
const OF_SCHEMA =
  '(?:such\\s+|suitable\\s+|matching\\s+|relevant\\s+|single\\s+|explicit\\s+|direct\\s+|clear\\s+|other\\s+)*(?:\\p{L}+\\s+){0,2}(?:columns?|tables?|fields?|data|information|info|details?|dates?|measures?|metrics?|way|ways|link|links|relationships?|relation|join|attributes?|definitions?|time|timestamps?|currency|currencies|units?|source|sources|knowledge|mention|need|history|record of|forecasts?|notion|concept|period|periods|name|names|filter)\\b';
const QUANTIFIED = new RegExp(
  `^\\W*(?:(?:there (?:is|are|was|were)|we have|it has|the data (?:has|have|shows?)|the (?:table|result)s? (?:has|have|shows?))\\s+)?(?:no(?!\\s+${OF_SCHEMA})\\s+\\p{L}|none\\b|nobody\\b|no one\\b|nothing\\b|everybody\\b|everyone\\b|not a single\\b|all\\b|every\\b|each\\b|most\\b|many\\b|few\\b|some\\b|half\\b|only\\b)`,
  'iu',
);
/** How assumptions and reasons speak of what a statement does with rows. */
const COMPUTED =
  /\b(?:counted|included|excluded|used|considered|taken|summed|added up|shown|compared|treated|assumed|ignored|grouped|covered|kept|refers?|means?|stands? for)\b/iu;
const COMPARED =
  /\b(?:has|have|had|is|are|was|were|made|sold|earned)\s+(?:\p{L}+\s+){0,2}?(?:the\s+)?(?:same|equal\p{L}*|identical|tied|highest|lowest|most|least|best|worst|largest|smallest|more than|less than|fewer than|higher than|lower than|twice|double|half|zero|no revenue|nobody)\b/iu;

/** Whether a sentence that is no question says something of rows, which nobody looked at. */
export const claimsOfRows = (sentence: string): boolean =>
  !/[?？؟]\s*$/u.test(sentence) &&
  sentence.split(/\b(?:because|since|although|while|whereas)\b/iu).some(claimsOfItsRows);

const claimsOfItsRows = (sentence: string): boolean =>
  (LACKED.test(sentence) && !SCHEMA_SAID.test(sentence)) ||
  (QUANTIFIED.test(sentence) && !COMPUTED.test(sentence)) ||
  (COMPARED.test(sentence) && !SCHEMA_SAID.test(sentence));
const LACKED = new RegExp(
  `\\b(?:has|have|had|brought(?: in)?|made|earned|sold|got|received|generated)\\s+no(?!\\s+${OF_SCHEMA})\\s+\\p{L}`,
  'iu',
);
const SCHEMA_SAID =
  /\b(?:data|schema|database|columns?|tables?|fields?|names?|meanings?|definitions?)\b/iu;

/** What is counted of the question itself, not of rows: `two meanings`. */
export const COUNTED_READINGS =
  /^\s+(?:possible\s+|different\s+|likely\s+|such\s+|other\s+|date\s+)*(?:columns?|dates?|ways?|meanings?|options?|readings?|tables?|things?|interpretations?|possibilities|measures?|choices?)\b/iu;

/** An option is a question of the reader's: nothing is shown beside it, and nobody offers anything in it. */
export const NO_OPTION =
  /\b(?:shown|displayed|listed above|above|i (?:can|will|could|would)|i['’]ll|for you|we (?:can|will|could))\b/iu;

/** Of rows of an answer: that they have nothing, that two are alike, that one comes before another. */
export const NOTHING =
  /\b(?:no(?!\s+(?:longer|other|more|fewer|less)\b)|none|nobody|nothing|no[ -]one|without|zero|never|kein\p{L}*|niemand|nichts|aucun\p{L}*|personne|rien|ning[uú]n\p{L}*|nadie|nessun\p{L}*)\b/iu;
export const EQUAL =
  /\b(?:same|equal\p{L}*|identical\p{L}*|tied?|ties|level|matche?s|as (?:much|many|high|low|large|small|well) \p{L}*\s*as|gleich\p{L}*|égal\p{L}*|igual\p{L}*|même)\b/iu;
export const MORE_THAN =
  /\b(?:more|higher|larger|greater|bigger|better|above|over|ahead of|before|exceed\p{L}*|beat\p{L}*|outperform\p{L}*|outsell\p{L}*|outsold|surpass\p{L}*|mehr|höher|größer|vor|plus|más|mayor|superior)\b/iu;
export const LESS_THAN =
  /\b(?:less|fewer|lower|smaller|worse|below|under|behind|after|trail\p{L}*|lag\p{L}*|weniger|niedriger|kleiner|hinter|moins|menos|menor|inferior)\b/iu;
export const FIRST_PLACE = /\b(?:at the top|in first place|comes first|ranks? first|on top)\b/iu;
export const LAST_PLACE = /\b(?:at the bottom|in last place|comes last|ranks? last)\b/iu;
export const OVERALL =
  /\b(?:all|every|each|entire|whole|overall|everybody|everyone|alle[nrs]?|jede\p{L}*|tous|toutes|chaque|todos|todas|cada|tutti|tutte)\b/iu;
export const A_TOTAL =
  /\b(?:total\p{L}*|sum|altogether|combined|insgesamt|gesamt\p{L}*|summe|somme|suma)\b/iu;
/** What these sentences are made of beside names. */
export const OF_PLACES: ReadonlySet<string> = new Set(
  'top bottom place before above below behind ahead exceed exceeds exceeded beats beat outperforms same equal equally identical tied no none nobody nothing without zero'.split(
    ' ',
  ),
);
