import type { AnalysisWords } from '#src/language/analysis-words.ts';
import { words } from '#src/language/tables.ts';

const rx = (text: string) => new RegExp(`^${text}$`, 'i');

const FALL_VERBS =
  'fall|fell|fallen|falling|drop|dropped|dropping|decline|declined|declining|decrease|decreased|decreasing|go down|went down|gone down|going down|shrink|shrank|shrunk|shrinking|sink|sank|sunk|slump|slumped|plunge|plunged|dip|dipped|worsen|worsened|lower|down|less|fewer|low|so few|bad|weak|weaker|collapse|collapsed|deteriorate|deteriorated';
const RISE_VERBS =
  'rise|rose|risen|rising|increase|increased|increasing|grow|grew|grown|growing|go up|went up|gone up|going up|jump|jumped|spike|spiked|surge|surged|soar|soared|climb|climbed|improve|improved|improving|higher|up|more|high|strong|stronger';
const FALL_NOUNS =
  'fall|drop|decline|decrease|dip|slump|plunge|downturn|reduction|shortfall|collapse';
const RISE_NOUNS = 'rise|increase|growth|jump|spike|surge|gain|upturn|climb';
const CHANGE_NOUNS = 'change|changes|movement|development|variation|difference';
const OTHER_VERBS = 'change|changed|move|moved|differ|different|develop';
const VERB = `${FALL_VERBS}|${RISE_VERBS}|${OTHER_VERBS}`;
const NOUN = `${FALL_NOUNS}|${RISE_NOUNS}|${CHANGE_NOUNS}`;
const THE = '(?:(?:the|our|my|this|that|a|an) )?';
const BEFORE_PERIODS = String.raw`(?:(?:as )?compared (?:to|with)|versus|vs\.?|against|relative to|than|over|from|to|between|and|with|in|on|of)`;

const BY_UNIT: readonly (readonly [AnalysisWords['units'][number][1], string])[] = [
  ['day', 'daily|day by day'],
  ['week', 'weekly|week by week'],
  ['month', 'monthly|month by month'],
  ['quarter', 'quarterly|quarter by quarter'],
  ['year', 'yearly|annual|annually|year by year'],
];
const UNITS = BY_UNIT.map(
  ([unit, words]) =>
    [
      new RegExp(
        String.raw`\b(?:(?:by|per|each|every|for each|for every|in each) (?:calendar )?${unit}|${words})\b`,
        'i',
      ),
      unit,
    ] as const,
);
const COMPARED = String.raw`(?:(?:as )?compared (?:to|with)|versus|vs\.?|against|relative to|than|over|on|from|and|to|with)`;
const SAME_YEAR_BEFORE = String.raw`(?:in )?(?:the )?(?:same (?:month|quarter|week|period|time) (?:of |in )?(?:last year|the (?:previous|prior) year|the year before|a year (?:ago|earlier|before))|a year (?:ago|earlier|before)|one year (?:ago|earlier|before))`;
const ONE_BEFORE = String.raw`(?:in )?the (?:(?:month|quarter|year|week|day|period) before|(?:previous|prior|preceding) (?:month|quarter|year|week|day|period))`;
const WITH = String.raw`(?:and|with|to|against|versus|vs\.?|or)`;
const VERSUS = String.raw`(?:versus|vs\.?|compared (?:to|with)|against)`;
const SHARE = '(?:share|shares|percentage|percent|proportion|fraction|part|%)';
const OPEN = `(?:(?:what|which|how many) (?:is |was |are |were )?|show (?:me )?|give me )?${THE}${SHARE} of ${THE}`;
const IS = '(?:is|are|was|were|has been|have been|got|gets|being)';
const SHOW =
  '(?:(?:what (?:is|was|are|were)|show(?: me)?|give me|list|compute|calculate|compare|how (?:large|big|high) (?:is|was)) )?';
const DRIVE =
  '(?:drove|drives|drive|driving|caused|causes|explains?|explained|(?:is|was|are|were) behind|contributed(?: the)?(?: most)? to|contributes?(?: the)?(?: most)? to|led to|(?:is|was|are|were) (?:mainly |mostly )?responsible for|accounts? for|accounted for)(?: most of)?';
const RATE = new RegExp(
  String.raw`\b(?:percent(?:age)?|relative) (?=(?:${NOUN})\b)|(?<=\b(?:${NOUN})) (?:rates?|percent(?:age)?|in percent|as a percentage)\b`,
  'gi',
);

const EXPECT = '(?:forecast|predict|extrapolate)';
const EXPECTATION = '(?:forecasts?|predictions?|projections?|outlook|prognosis)';

/** Questions for an analysis in English. */
export const ENGLISH_ANALYSES: AnalysisWords = {
  polite: /\b(?:please|can you|could you)\b/gi,
  shortForms: [[/\bwhat's\b/gi, 'what is']],
  fallVerbs: FALL_VERBS,
  riseVerbs: RISE_VERBS,
  otherVerbs: OTHER_VERBS,
  fallNouns: FALL_NOUNS,
  riseNouns: RISE_NOUNS,
  changeNouns: CHANGE_NOUNS,
  the: THE,
  beforePeriods: BEFORE_PERIODS,
  pairing: words('between from'),
  oneBefore: new RegExp(String.raw`(?:\b${COMPARED} )?\b${ONE_BEFORE}\b`, 'i'),
  yearBefore: new RegExp(String.raw`(?:\b${COMPARED} )?\b${SAME_YEAR_BEFORE}\b`, 'i'),
  over: /\b(month|quarter|week|day|year)[ -](?:over|on|to)[ -](?:the )?\1\b/i,
  monthsByChance: words('may march'),
  leading: /^(?:the|our|my|in|of) /i,
  trailing: / (?:so|in|of|for|over|during|so much|compared|most|the most)$/i,
  coming: words('next coming following upcoming'),
  grouped:
    /^(.+?) (?:by|per|across|for (?:each|every)|in (?:each|every)) (?:the |each |every |all )?(.+)$/i,
  groupAlone: /^(?:by|per|for each) /i,
  foretells:
    /\b(?:will|going to|expect|expected|(?:forecast|predict|project|prediction|projection)(?:s|ed|ing)?|extrapolate|estimate|outlook|prognosis)\b/i,
  forecasts: [
    rx(
      String.raw`(?:${SHOW}|(?:make|create|do|i (?:need|want)) )${THE}(?<unit>daily |weekly |monthly |quarterly |yearly |annual )?${EXPECTATION} (?:of|for|on) ${THE}(?<measure>.+)`,
    ),
    rx(String.raw`${SHOW}${THE}(?<measure>.+?) ${EXPECTATION}(?<rest>(?: .*)?)`),
    rx(String.raw`${EXPECT} (?:what )?${THE}(?<measure>.+?)(?: will be)?`),
    rx(String.raw`(?:project|estimate) ${THE}(?<measure>.+?)(?<rest>(?: for| in)? §\d§)`),
    rx(
      String.raw`(?:what|how (?:high|large|big|much|many)) (?:will|would|is going to) ${THE}(?<measure>.+?) (?:be|become|look like|total|reach)(?<rest>(?: .*)?)`,
    ),
    rx(
      String.raw`(?:how much|how many) (?<measure>.+?) (?:will (?:we|i|there|one) (?:make|have|get|earn|sell|see|be|expect)|(?:can|should|do) (?:we|i|one) expect)(?<rest>(?: .*)?)`,
    ),
    rx(
      String.raw`${SHOW}${THE}(?:expected|projected|predicted|forecasted|forecast) (?<measure>.+? (?:for |in )?§\d§)`,
    ),
    rx(String.raw`what ${THE}(?<measure>.+?) (?:should|can|do) (?:we|i) expect(?<rest>(?: .*)?)`),
  ],
  units: UNITS,
  twoMembers: [
    rx(
      String.raw`(?:compare|difference in|(?:what (?:is|was) )?the difference in) ${THE}(?<measure>.+?) (?:of|in|for|from|between) (?<a>.+?) ${WITH} (?<b>.+)`,
    ),
    rx(
      String.raw`compare (?<a>.+?) ${WITH} (?<b>.+?) (?:by|on|in terms of|for) ${THE}(?<measure>.+)`,
    ),
    rx(
      String.raw`how (?:does|do|did) (?<a>.+?) compare (?:to|with) (?<b>.+?) (?:by|on|in|in terms of|for) ${THE}(?<measure>.+)`,
    ),
    rx(String.raw`${THE}(?<measure>.+?) (?:of|in|for|from) (?<a>.+?) ${VERSUS} (?<b>.+)`),
  ],
  compares: /^(?:compare|how (?:does|do|did)\b.+\bcompare)\b|\b(?:versus|vs\.?|compared)\b/i,
  comparesFirst: /^compare (?:the )?|^how (?:does|do|did) (?:the )?/i,
  comparing: /\b(?:compare[ds]?|versus|vs\.?)\b(?: (?:to|with))?/gi,
  shares: [
    rx(
      String.raw`(?:what|which) (?:share|percentage|percent|part|proportion|fraction) of ${THE}(?<measure>.+?) (?:does|do|did|comes? from|came from|is from|was from|is due to|belongs to|falls on) (?:each|every|the different) (?<dimension>\w+(?: \w+)?)(?: (?:have|has|had|make|makes|made|account for|contribute|get|earn))?(?<rest>(?: §\d§)?)`,
    ),
    rx(
      String.raw`(?:what (?:is|was|are|were) |show (?:me )?)?${THE}(?:share|shares|percentage|proportion)s? (?:of|for) (?:each |every |the )(?!(?:sum|total|number|count|amount) of\b)(?<dimension>\w+(?: \w+)?) (?:in|of) ${THE}(?:total )?(?<measure>.+)`,
    ),
    rx(
      String.raw`(?:what (?:is|was|are|were) |show (?:me )?)?${THE}(?:share|percentage|proportion)s? of ${THE}(?:total )?(?<measure>.+?) (?:by|per|for each|for every) (?<dimension>.+)`,
    ),
    rx(
      String.raw`(?:what (?:is|was|are|were) |show (?:me )?)?${THE}(?<measure>.+?) shares? (?:by|of each|per|of every) (?<dimension>.+)`,
    ),
    rx(
      String.raw`compare ${THE}(?<measure>(?:(?! (?:and|with|to|versus|vs) ).)+?) (?:by|across|between) (?:the |all |different )*(?<dimension>\w+)(?<rest>(?: §\d§)?)`,
    ),
    rx(
      String.raw`(?:what (?:is|was|are|were) |show (?:me )?)?${THE}contributions? (?:of|by|from) (?:each |every |the |all )(?<dimension>.+?) to ${THE}(?:total )?(?<measure>.+)`,
    ),
  ],
  ofChange: /\b(?:growth|change|drop|fall|rise|increase|decrease|decline|jump|dip)\b/i,
  parts: [
    rx(
      String.raw`${OPEN}(?<whole>.+?) (?:(?:comes?|came|is|are|was|were|coming) )(?:(?:due )?to|from|by|made by|in|with|through|via) ${THE}(?<from>.+)`,
    ),
    rx(String.raw`${OPEN}(?<whole>.+?) (?:that |which |who )?${IS} (?<state>.+)`),
    rx(
      String.raw`${OPEN}(?<whole>.+?) (?:(?:that|which|who) )?(?:has|have|had|with) (?<having>.+)`,
    ),
    rx(String.raw`${OPEN}(?<whole>.+?) (?:from|in|via|through) ${THE}(?<from>.+)`),
    rx(String.raw`${OPEN}(?<part>\S+ .+)`),
    rx(String.raw`(?:what is |show (?:me )?)?${THE}(?<part>\S+ .+?) (?:share|proportion)`),
  ],
  wholeOf: /^(?:all|total|overall) /i,
  growth: [
    rx(
      String.raw`how (?:much |fast |quickly |strongly )?(?:did|do|does|has|have|is|was) ${THE}(?<measure>.+?) (?:been )?(?<verb>${VERB})\b(?<rest>.*)`,
    ),
    rx(
      String.raw`${SHOW}${THE}(?<before>(?:\S+ly|annual) )?(?<noun>${NOUN}) (?:in|of|for) ${THE}(?<measure>.+)`,
    ),
    rx(String.raw`${SHOW}${THE}(?<measure>.*?) ?\b(?<noun>${NOUN})\b(?<rest>.*)`),
    rx(String.raw`${SHOW}${THE}(?<measure>.+)`),
  ],
  growthFillers: [RATE, / over time\b/i],
  andUnit: /\b(?:by|per) (\S+(?: \S+)?) and (?:by |per )?(day|week|month|quarter|year)\b/i,
  growthAlone: /^growth$/i,
  drive: DRIVE,
  notGrowth: new RegExp(
    String.raw`^(?:why|how come|for what reason|which|explain|analy[sz]e|break down|decompose|investigate)\b|\b(?:${DRIVE})\b|\bcontribut|\bcompound\b`,
    'i',
  ),
};
