/** Explanations of results. `{scope}` names the periods and filters of the rows: it starts with a space or is empty. */
export const EXPLAIN = {
  // Parts of the scope.
  when: ' {period}',
  byDate: ' {period} ({date})',
  dateIs: '{date} is {period}',
  dated: ' {date} {period}',
  where: ' where {conditions}',
  with: ' {attributes}',
  firsts: ' ({attributes})',

  // Nothing, or no value.
  noRows: 'No rows match{scope}.',
  noThings: 'There are no {things}{scope}.',
  noValue: "There's no {label}{scope}, because there are no values to calculate it from.",
  notFinite: "{label}{scope} isn't a finite number.",

  // One number.
  counted: 'There {n, plural, one {is} other {are}} {n} {things}{scope}.',
  countedThen: 'There {n, plural, one {was} other {were}} {n} {things}{scope}.',
  countedNoneThen: 'There were no {things}{scope}.',
  total: '{label}{scope} is {value}.',
  totalThen: '{label}{scope} was {value}.',
  totals: '{totals}{scope}.',
  oneTotal: '{label} is {value}',
  oneTotalThen: '{label} was {value}',
  someThings: '{n} {things}',
  countedSeveral: 'There are {totals}{scope}.',

  // One row.
  oneThing: 'There is one {thing}{scope}: {name}.',
  oneRow: 'One {thing} matches{scope}: {cells}.',
  oneRowOfAny: 'One row matches{scope}: {cells}.',
  cell: '{label} {value}',
  first: '{name} has the {end} {label}{scope}.',
  firstThen: '{name} had the {end} {label}{scope}.',
  firstNameless: 'The row with the {end} {label}{scope} has no {thing}.',
  firstValued: '{name} has the {end} {label}{scope}: {value}.',
  firstValuedThen: '{name} had the {end} {label}{scope}: {value}.',
  firstIs: 'The {end} {label}{scope} is {value}.',
  firstOfThing: 'The {thing} with the {end} {label}{scope}: {cells}.',
  firstCells: 'The {end} {label}{scope}: {cells}.',

  // Groups.
  fewGroups: '{label} by {names}{scope}: {groups}.',
  group: '{name} ({value})',
  groupOfSeveral: '{name}: {values}',
  ranges: 'Across {n} {groups}, {label}{scope} is highest {at} ({high}) and lowest {at2} ({low}).',
  rangesThen:
    'Across {n} {groups}, {label}{scope} was highest {at} ({high}) and lowest {at2} ({low}).',
  rangesAmong:
    'Among the rows shown, {label}{scope} is highest {at} ({high}) and lowest {at2} ({low}).',
  same: '{label}{scope} is {value} for all {n} {groups}.',
  sameAmong: 'All rows shown have the same {label}{scope}: {value}.',
  sameOfThose: 'All {groups} that have a value have the same {label}{scope}: {value}.',
  top: 'The top {n} by {label}{scope} run from {name} ({high}) to {name2} ({low}).',
  topThings: 'The top {n} {things} by {label}{scope} run from {name} ({high}) to {name2} ({low}).',
  bottom: 'The {n} with the lowest {label}{scope} run from {name} ({low}) to {name2} ({high}).',
  bottomThings:
    'The {n} {things} with the lowest {label}{scope} run from {name} ({low}) to {name2} ({high}).',
  forName: 'for {name}',
  andOthers: '{place} and others',
  combinations: 'combinations of {names}',
  groupsWithoutMeasure: '{n} {groups}{scope}.',
  alsoShown: 'The table also shows {labels}.',
  someHaveNone: 'Some have no value.',

  // The groups of a total.
  leads: 'By {names}, {name} leads with {value} ({share}); {name2} is last with {low}.',
  leadsAlone: 'By {names}, {name} leads with {value}; {name2} is last with {low}.',
  spans: 'By {names}, it is highest {at} ({high}) and lowest {at2} ({low}).',
  allTheSame: 'Each of the {n} {groups} has {value}.',

  // Rows and values.
  thingsSorted: 'There {n, plural, one {is} other {are}} {n} {things}{scope}, {order}.',
  thingsNamed: 'There {n, plural, one {is} other {are}} {n} {things}{scope}: {list}.',
  rowsWith: '{n, plural, one {One row} other {{n} rows}} with {labels}{scope}.',
  rowsWithSorted: '{n, plural, one {One row} other {{n} rows}} with {labels}{scope}, {order}.',
  thingsNamedSorted: 'There are {n} {things}{scope}, {order}: {list}.',
  values: '{label} has {n} values{scope}: {list}.',
  valuesAlone: '{label} has {n} values{scope}.',
  valuesOf: '{label} of {n} {things}{scope}: {list}.',
  valuesOfAlone: '{label} of {n} {things}{scope}.',
  sortedBy: 'sorted by {label}',
  endFirst: '{end} {label} first',
  shown:
    '{n, plural, one {The first of {total} rows is} other {The first {n} of {total} rows are}} shown.',
  shownTooLarge:
    '{n, plural, one {The first of {total} rows is} other {The first {n} of {total} rows are}} shown, because more would be too large for one answer.',
  moreThan: 'more than {n}',
  cut: 'Long texts are shortened here, but not in the full result.',

  // Ends of an order.
  highest: 'highest',
  lowest: 'lowest',
  latest: 'latest',
  earliest: 'earliest',
  last: 'last',
  firstEnd: 'first',

  // Cells.
  empty: 'empty',
  yes: 'yes',
  no: 'no',

  // Other kinds of answers.
  draft: "This SQL would return: {text}. It wasn't run.",
  choices: '{options}?',
  instead: 'You can ask {questions}.',
  didYouMean: 'Did you mean {names}?',
  inEnglish: "This answer is in English, because Plumbline isn't available in {language}.",
  inEnglishYet: "This answer is in English, because the {language} translation isn't finished yet.",
  partlyEnglish:
    "Parts of this answer are in English, because they aren't translated into {language} yet.",
} as const;
