/**
 * Other wordings of what the planner reads: how people type it, and how a manual would say it. A row holds of a whole
 * question; `…` at an end of both sides stands for any words there, or none. Slots:
 *
 * `{x}` `{y}` any words · `{single}` a table or column in the singular, `{many}` in the plural, `{kinds}` a column in the plural · `{plain}` words without a mark · `{rows}` `{others}` a table · `{name}` a table or column · `{measure}` a number ·
 * `{n}` a number of rows · `{period}` a time · `{year}` a year by its number · `{said}` a value of the data · `{unit}` the unit of the number before ·
 * `{date}` a date of rows · `{part}` a period that groups can be, `month` ·
 * `{verb}` one word, `{verb!}` its base form · `{acts}` a verb that a table is called by, `{acts!}` that table ·
 * `{sum!}` the only amount of the rows that a verb calls, added up ·
 * `{rows!}` the only table that has what fills `{said}` or `{name}` ·
 * `{told}` words that name no column · `{one}` a value of a single row ·
 * `{columns}` a list of names, however it is parted ·
 * `{kind}` a column whose values rows share · `{doer}` a verb that a column is called by who does it, or to whom it is done, `{doer!}` that column ·
 * `{category}` a column that tells kinds apart · `{lacking}` a column that some rows have nothing in, `{lacking!}` its name · `{got}` a verb of
 * getting · `{done}` a participle · `{setting}` what all rows are in, where nothing is called so · `{any}` articles, or none · `{aux}` auxiliaries, or none ·
 * `{own}` the table that the number before it is of · `{pays}` a verb of money, `{sells}` one of taking it in, `{money}` the only amount of money that belongs to `{rows}`, or that the data adds up
 *
 * A row is written once for all that may be chosen in it: `[which|what]` is either word, `[|the]` the word or none, and
 * `[best>top|worst>bottom]` words that mean others. `$1` stands for what was chosen first, in `means` for what that means.
 */
export interface Rewording {
  readonly example: string;
  readonly said: string;
  readonly means: string;
}

/** The rows of an example, one for each way to choose among what is said. */
function row(example: string, said: string, means: string, nth = 1): readonly Rewording[] {
  const choice = /\[([^\]]*)\]/.exec(said);
  if (!choice) return [{ example, said: inOneLine(said), means: inOneLine(means) }];
  const [whole, ways = ''] = choice;
  return ways.split('|').flatMap((way) => {
    const [own = '', meant = own] = way.split('>');
    const chosen = said.replace(whole, own).replaceAll(`$${nth}`, own);
    return row(example, chosen, means.replaceAll(`$${nth}`, meant), nth + 1);
  });
}

const inOneLine = (words: string): string => words.replaceAll(/ +/g, ' ').trim();

/** How often something was done, and how many rows there are of it then. */
const ONCE_OR_TWICE = [
  'more than once>more than 1',
  'more than twice>more than 2',
  'at least once>at least 1',
  'at least twice>at least 2',
  'twice or more>at least 2',
  'exactly once>exactly 1',
  'exactly twice>exactly 2',
  'only once>exactly 1',
].join('|');

const TOGETHER =
  'in total|altogether|all together|together|all in all|in sum|combined|overall|summed up';
const MOST_OFTEN =
  'most often|the most often|most frequently|the most times|the greatest number of times|the highest number of times';
const MOST = 'most in total|the most in total|the most money|the highest amount|the largest amount';
const WHEN = 'when|on which date|on which day|on what date|on what day';
const WHAT_IS = "what is the|what 's the|whats the|what is their|what 's their|their|the";

/** Words for a best one and a worst, and what it has of a number and of rows. */
const extremes = (best: string, worst: string) => {
  const meaning = (words: string, end: string) => words.split('|').map((word) => `${word}>${end}`);
  return {
    highest: [...meaning(best, 'highest'), ...meaning(worst, 'lowest')].join('|'),
    most: [...meaning(best, 'most'), ...meaning(worst, 'fewest')].join('|'),
  };
};
const BEST = extremes('best|top|strongest|leading', 'worst|weakest|bottom');
const BEST_TIME = extremes('best|top|strongest|busiest', 'worst|weakest|quietest');

export const REWORDINGS: readonly Rewording[] = [
  row(
    'helpers that are keepers',
    '… {rows} [that|which] are {others} …',
    '… {rows} who are {others} …',
  ),
  row(
    'the boat that was sold at the latest time',
    '… {aux} {done} at the [latest>most recently|earliest>first] [time|date|day] …',
    '… was {done} $1 …',
  ),
  // An order by when something was done.
  row(
    'ships sorted by the year they were launched',
    '… [ordered|sorted|order|sort] by [when|the year|the date|the time|the day] [they|it|each] {aux} {done} …',
    '… sorted by {done} …',
  ),
  row(
    'ships in descending order of the year they were launched',
    '… in [ascending|descending] order of [when|the year|the date|the time|the day] [they|it|each] {aux} {done} …',
    '… sorted by {done} in $1 order …',
  ),
  // That rows are there, or that something was.
  ...[
    'have',
    'has',
    'own',
    'operate',
    'run',
    'keep',
    'hold',
    'offer',
    'sell',
    'employ',
    'manage',
  ].flatMap((has) =>
    ['the', 'our', 'this'].flatMap((the) => [
      row(
        `how many ships does ${the} company ${has}`,
        `how many {rows} does ${the} {setting} ${has} …`,
        'how many {rows} are there …',
      ),
      row(
        `which ships does ${the} company ${has}`,
        `which {rows} does ${the} {setting} ${has} …`,
        'list {rows} …',
      ),
    ]),
  ),
  ...['took place', 'take place', 'takes place', 'taking place'].map((place) =>
    row(`races that ${place} in 2025`, `… ${place} …`, '… occurred …'),
  ),
  ...['that', 'which', 'who'].map((that) =>
    row(`ships ${that} got launched in 2001`, `… ${that} got {done} …`, `… ${that} was {done} …`),
  ),
  // What a request names.
  row(
    'the monthly stores by revenue',
    '[the|what is the|what are the] [monthly|top|best|leading|bottom|worst] {x}',
    '$2 {x}',
  ),
  // A count as a noun, or behind what is counted.
  row('returned orders count', '{plain} count', 'number of {plain}'),
  row('order count by channel', '{plain} count [per|by] {y}', 'number of {plain} $1 {y}'),
  row('order count aug 2025', '{plain} count {period}', 'number of {plain} in {period}'),
  row('order count in 2025', '{plain} count in {y}', 'number of {plain} in {y}'),
  row('no. of drivers', '[count|no|no .|nr] of {x}', 'number of {x}'),
  row('orders in 2025, how many', '{x} [,|] how many', 'how many {x}'),
  row('breakdown of orders by status', 'breakdown of {rows} by {y}', 'number of {rows} by {y}'),
  row('breakdown of revenue by region', 'breakdown of {x} by {y}', '{x} by {y}'),
  row('order breakdown by status', '{rows} [breakdown|split] by {y}', 'number of {rows} by {y}'),
  row('revenue split by country', '{x} split by {y}', '{x} by {y}'),
  row('orders through each channel', '… {verb} through each {name}', '… by {name}'),
  row('show count', '{rows} count', 'how many {rows} are there'),
  row('show count per genre', '{rows} count per {y}', '{rows} per {y}'),
  row('which store has the highest order count', '… {rows} count …', '… number of {rows} …'),
  row('number of 2025 orders by store', '… of {year} {rows} …', '… of {rows} in {year} …'),
  row('count of March orders by store', '… of {period} {rows} …', '… of {rows} in {period} …'),
  row('how many 2025 orders', 'how many [{period}|{year}] {rows} …', 'how many {rows} in $1 …'),
  row('2025 no. of orders', '… no . of …', '… number of …'),
  row('2025 no of orders', '… no of {x}', '… number of {x}'),
  row('order counts by channel', '{plain} counts [by|per] {y}', 'number of {plain} $1 {y}'),
  row('orders in 2025, count', '{x} , count', 'number of {x}'),
  row('order numbers by channel', '{rows} numbers by {y}', 'number of {rows} by {y}'),
  row('please show revenue', 'please {x}', '{x}'),
  row('revenue please. By country', '{x} please . {y}', '{x} . {y}'),
  // Groups behind what is asked of each.
  row(
    'order count. One row for each channel',
    '{x} [.|,] one [row|line] [for each|for every|per|each for] {y}',
    '{x} by {y}',
  ),
  row(
    'order count (one row for each channel)',
    '{x} ( one [row|line] [for each|for every|per|each for] {y} )',
    '{x} by {y}',
  ),
  row('how many orders are late? By channel', '{x} [?|.] [by|per] {y}', '{x} by {y}'),
  row(
    'number of late orders, by channel',
    '{x} , [by|per|for each|grouped by|split by|broken down by|split out by] {y}',
    '{x} by {y}',
  ),
  row('late orders broken out by channel', '{x} [split out|broken down] by {y}', '{x} by {y}'),
  row('late orders grouped by channel', '{rows} grouped by {y}', 'number of {rows} by {y}'),
  row(
    'orders by channel, then by status',
    '{x} by {name} [, then|, then by|then|then by|and by] {y}',
    '{x} by {name} and {y}',
  ),
  row('orders in 2025, how many by channel', '{x} , how many [per|by] {y}', 'number of {x} by {y}'),
  row(
    '2025 orders shipped by quarter',
    '{year} {rows} {verb} by {y}',
    'number of {rows} {verb} in {year} by {y}',
  ),
  row('for 2025, revenue by country', '[for|in] {period} , {x}', '{x} in {period}'),
  row(
    'orders in each quarter of 2025',
    '… [in each|in every|every|each|per] {part} of {period}',
    '… by {part} in {period}',
  ),
  row('orders last year (2025)', '… {period} ( {year} )', '… {period}'),
  // Amounts of all rows together.
  row(
    'the fares of late trips in total',
    `[|the] {measure} of {x} [${TOGETHER}]`,
    'total {measure} of {x}',
  ),
  row('fares in total', `{measure} [${TOGETHER}]`, 'total {measure}'),
  row('in total fares of late trips', `[${TOGETHER}] {measure} of {x}`, 'total {measure} of {x}'),
  row('add up the fares', '[add up|sum up|add together] [the|] {measure}', 'total {measure}'),
  row(
    'add up the fares of all trips in 2025',
    '[add up|sum up|add together] [the|] {measure} of [|all|all the|every|each|the] {rows} …',
    'total {measure} of {rows} …',
  ),
  row(
    'add up the fares of all late trips',
    '[add up|sum up|add together] [the|] {measure} of [|all] {said} {rows} …',
    'total {measure} of {said} {rows} …',
  ),
  row(
    'sum of fares over late trips',
    '[total|sum of|sum of the|total of|average] {measure} [over|across] {x}',
    '$1 {measure} of {x}',
  ),
  row(
    'how much did delivered orders add up to in each city',
    `[how much|what] [do|did|does] [all|all the|the|our|] {x} [add up to|come to|amount to|sum up to] [|${TOGETHER}] …`,
    'sum of {x} …',
  ),
  row(
    'sum of late orders in each city',
    'sum of {x} [in each|for each|in every|for every] {name} …',
    'sum of {x} by {name} …',
  ),
  row('in 2025, what did all the gifts add up to', '{period} , {x}', '{x} {period}'),
  row('how high is the total fare', 'how [high|large|big] is {x}', 'what is {x}'),
  row(
    'total fares, only late trips',
    '{x} , [only|only the|] {said} {rows}',
    '{x} of {said} {rows}',
  ),
  row(
    'what average fare do our lines have',
    '[which|what] average {measure} do {name} have',
    'average {measure} by {name}',
  ),
  row(
    'what average fare does each line have',
    'what average {measure} [do our|does each] {name} have',
    'average {measure} by {name}',
  ),
  row(
    'for each person trips are assigned to, the fares',
    'for each person {rows} are {doer} to , {x}',
    '{x} by {doer!}',
  ),
  row(
    'fares of trips by who they are assigned to',
    '{x} by who they [are|were] {doer} to',
    '{x} by {doer!}',
  ),
  row('number of trips by person assigned', '{x} by person {doer}', '{x} by {doer!}'),
  // What most rows have.
  ...[
    'do we see most often',
    'do we see the most',
    'comes up the most',
    'comes up most often',
    'comes up most',
    'occurs most often',
    'occurs the most',
    'appears most often',
    'is seen most often',
    'is named most often',
    'is given most often',
    'is the most frequent one',
    'is the most frequent',
    'is most frequent',
    'is the most usual',
    'is number one',
    'is the number one',
  ].map((most) => row(`which fault ${most}`, `which {kind} ${most}`, 'most common {kind}')),
  row('number one fault', '… number one {kind}', 'most common {kind}'),
  row('what is the top fault', "[|what 's|what is] the top {kind}", 'most common {kind}'),
  row(
    'top 3 products by returned orders',
    'top {n} {rows} by {said} {others}',
    'top {n} {rows} by number of {said} {others}',
  ),
  row(
    'top 3 products by orders',
    'top {n} {rows} by {others}',
    'top {n} {rows} by number of {others}',
  ),
  row(
    'which 3 products have the most returned orders',
    'which {n} {rows} have the [most>top|fewest>bottom] {said} {others}',
    '$1 {n} {rows} by number of {said} {others}',
  ),
  row(
    '3 most common products among returned orders',
    '… among {said} {rows}',
    '… of {said} {rows}',
  ),
  row(
    'the 3 products that were returned most often',
    '[|the] {n} {rows} [that were|which were|that are|that got|] {said} most often',
    'top {n} {rows} by number of {said} {rows!}',
  ),
  row(
    'top 3 products, counting only orders that were returned',
    'top {n} {rows} , counting only {others} that were {said}',
    'top {n} {rows} by number of {said} {others}',
  ),
  row(
    'top 3 products, counting only returned orders',
    'top {n} {rows} , counting only {said} {others}',
    'top {n} {rows} by number of {said} {others}',
  ),
  row('month wise revenue', '{part} wise {x}', '{x} by {part}'),
  row('first and last order date', '… first and last {date} …', '… earliest and latest {date} …'),
  row('first order date per customer', '… [first>earliest|last>latest] {date} …', '… $1 {date} …'),
  row('how much did every category bring in', '… every {name} …', '… each {name} …'),
  row('above the overall average', '… overall average …', '… average …'),
  row('prices exceeding 5', '… exceeding {x}', '… above {x}'),
  row(
    'in alphabetical order of name',
    '… [sorted alphabetically by|in alphabetical order of] {x}',
    '… sorted by {x}',
  ),
  row('products w/ a price above 5', '… w / {x}', '… with {x}'),
  row('products w price above 5', '{rows} w {x}', '{rows} with {x}'),
  row('amount of customers', 'amount of {rows}', 'number of {rows}'),
  row('orders month by month', '… [month|week|day|year|quarter] by $1 …', '… by $1 …'),
  row('orders over the months of 2025', '… over the months of {period}', '… by month in {period}'),
  row('orders a month in 2025', '{rows} a {part} …', '{rows} by {part} …'),
  row('orders for each month of 2025', '… for each {part} of {period}', '… by {part} in {period}'),
  row('how many orders did we get each month', '… each {part} …', '… by {part} …'),
  row(
    'how many orders did we get per region in 2025',
    'how many {rows} [did|do|have|had] we [get|got|have|had|do|done|see|seen|take|taken|make|made|hold|held|receive|received] …',
    'number of {rows} …',
  ),
  row(
    'revenue for each country',
    '… {measure} for [each|every] {name} …',
    '… {measure} per {name} …',
  ),
  row('country wise revenue in 2025', '{name} wise {x} {period}', '{x} by {name} {period}'),
  row('country wise revenue', '{name} wise {x}', '{x} by {name}'),
  row('by country, revenue in 2025', 'by {name} , {x} {period}', '{x} by {name} {period}'),
  row('break revenue down by country', '[break down|split|group] {x} by {y}', '{x} by {y}'),
  row('break revenue down by country', 'break {x} down by {y}', '{x} by {y}'),
  row('revenue for each of the countries', '… for each of the {y}', '… by {y}'),
  row('revenue for each country during 2025', '… during {period}', '… in {period}'),
  row(
    'what revenue did each country have in 2025',
    'what {measure} did each {name} have …',
    '{measure} by {name} …',
  ),
  row(
    'how much revenue did each country generate in 2025',
    'how much {measure} did each {name} {verb} …',
    'total {measure} by {name} …',
  ),
  row(
    'how much revenue did we make in each country in 2025',
    'how much {measure} did we {verb} in each {name} …',
    'total {measure} by {name} …',
  ),
  // Words that add nothing to what is denied or asked.
  row('customers without a single order', '{x} without a single {y}', '{x} without a {y}'),
  row('customers with not a single order', '{x} not a single {y}', '{x} no {y}'),
  row('compare the average fare by line', 'compare the {x} by {y}', 'show the {x} by {y}'),
  // What is asked behind a colon.
  row('lamps below 20: name and price', '{x} : {y}', '{x} ? show the {y}'),
  // What is denied behind a contrast.
  row(
    'customers with orders yet never a refund',
    '{x} yet [never|no|not|have no|has no|have never|has never|have not|has not|did not] {y}',
    '{x} but $1 {y}',
  ),
  row('customers who never ordered anything', '{x} [never|not] {verb} anything', '{x} $1 {verb}'),
  // The first by something.
  row('best 5 products by revenue', '[best>top|worst>bottom] {n} {x}', '$1 {n} {x}'),
  row('5 best products by revenue', '{n} [best>top|top|worst>bottom] {x}', '$1 {n} {x}'),
  row('top 5 revenue products', 'top {n} {measure} {rows}', 'top {n} {rows} by {measure}'),
  row(
    'the 5 highest revenue products',
    'the {n} highest {measure} {rows}',
    'top {n} {rows} by {measure}',
  ),
  row(
    'the highest revenue customer',
    '[|the] [highest|lowest] {measure} {rows} …',
    '{rows} with the $2 {measure} …',
  ),
  row('2026 biggest customer', '{year} {x} by {y}', '{x} by {y} in {year}'),
  row(
    'top 5 products according to revenue',
    '… [according to|in terms of|based on] {x}',
    '… by {x}',
  ),
  row('top ten customers revenue', 'top {n} {rows} {measure}', 'top {n} {rows} by {measure}'),
  row(
    'top 4 customers order count',
    'top {n} {rows} {others} count',
    'top {n} {rows} by number of {others}',
  ),
  row(
    'best store by revenue in 2025',
    `[${BEST.highest}] {single} by {measure} …`,
    '{single} with the $1 {measure} …',
  ),
  row(
    'best store by number of orders in 2025',
    `[${BEST.most}] {single} by [number of|] {others} …`,
    '{single} with the $1 {others} …',
  ),
  row('top customers by fares', '[top|best|leading] {many} by {x}', '{many} by {x}'),
  row('brands by revenue', '{kinds} by {measure} …', '{measure} by {kinds} …'),
  row(
    'highest revenue month',
    '[highest|lowest] {measure} {part} …',
    '{part} with the $1 {measure} …',
  ),
  row(
    'in which hall is the average rent highest',
    '[in|for|at|on] [which|what] {name} [is|are|was|were] the {x} [|the] [highest|largest|lowest|smallest]',
    '{name} with the $5 {x}',
  ),
  row(
    'which hall is the oldest',
    '[which|what] {rows} is the [oldest|youngest|newest]',
    '$2 {rows}',
  ),
  row(
    'biggest hall by seats',
    '[biggest>highest|largest>highest|smallest>lowest|best selling>highest] {name} by {measure}',
    '{name} with the $1 {measure}',
  ),
  row(
    '3 biggest flats by area',
    '{n} [biggest>top|largest>top|smallest>bottom] {name} by {measure}',
    '$1 {n} {name} by {measure}',
  ),
  row('busiest hall by shows', 'busiest {name} by {others}', '{name} with the most {others}'),
  row(
    'highest fare - who',
    '[highest|lowest|largest>highest|biggest>highest|smallest>lowest] {measure} , [who|which {rows}]',
    '$2 has the $1 {measure}',
  ),
  row(
    'who is the best paid driver by fare',
    'who is the [best paid>highest|highest paid>highest|lowest paid>lowest|worst paid>lowest] {rows} [|by {measure}]',
    '{rows} with the $1 salary',
  ),
  row(
    'which driver was hired first',
    'which {rows} was {verb} [first>earliest|last>latest]',
    '{rows} with the $1 {verb!} date',
  ),
  // The period with the most of something.
  row(
    'best month by fares',
    `[${BEST_TIME.highest}] {part} [by|in terms of] {x}`,
    'which {part} had the $1 {x}',
  ),
  row(
    'best month in 2025 by fares',
    `[${BEST_TIME.highest}] {part} in {period} by {x}`,
    'which {part} in {period} had the $1 {x}',
  ),
  row(
    'best month by trips in 2025',
    `[${BEST_TIME.most}] {part} [by|for|in terms of] {others} [|in {period}]`,
    'which {part} had the $1 {others} $3',
  ),
  row(
    'best month in 2025 by trips',
    `[${BEST_TIME.most}] {part} in {period} by {others}`,
    'which {part} in {period} had the $1 {others}',
  ),
  row(
    'month with the highest fares in 2025',
    '{part} with the [highest|lowest|most|fewest] {x}',
    'which {part} had the $1 {x}',
  ),
  row('month with most trips', '{part} with most {x}', 'which {part} had the most {x}'),
  row(
    'which month has most trips',
    'which {part} [has|had] most {x}',
    'which {part} had the most {x}',
  ),
  // Averages said behind.
  row('revenue per order on average', '{x} on average', 'average {x}'),
  row(
    'how many bedrooms does a flat have on average',
    'how many {measure} does [a|each] {own} have on average',
    'average {measure}',
  ),
  row('average fuel per trip by make', 'average {measure} per {own} …', 'average {measure} …'),
  row('average fuel per trip by make', '… average {measure} per {own} …', '… average {measure} …'),
  row('average fuel in liters by make', '… {measure} in {unit} …', '… {measure} …'),
  // Prices said by verbs.
  row(
    'which product costs the most',
    'which {rows} costs the [most>most expensive|least>cheapest] …',
    '$1 {rows} …',
  ),
  row('most costly product', '… most costly {x}', '… most expensive {x}'),
  row(
    'products more expensive than the average product',
    '… [more expensive>costlier|less expensive>cheaper] than {x}',
    '… $1 than {x}',
  ),
  row('customers whose age exceeds 10', '… exceeds {x}', '… is more than {x}'),
  row('revenue via the online channel', '… via {x}', '… in {x}'),
  row(
    'revenue through the online channel',
    '… through the {said} {name} …',
    '… in the {said} {name} …',
  ),
  row(
    'products that cost over 200',
    '[which {rows}|{rows} that] cost {x}',
    '{rows} with a price {x}',
  ),
  row(
    'list the products priced between 50 and 150',
    '… {rows} priced {x}',
    '… {rows} with a price {x}',
  ),
  row(
    'products cost more than 9',
    '{rows} cost [over|under|more than>above|less than>below] {x}',
    '{rows} with a price $1 {x}',
  ),
  row('products costing over 100', '{rows} costing {x}', '{rows} with a price {x}'),
  // Rows told apart by others.
  row(
    'customers who ordered nothing in 2025',
    '{rows} who {acts} nothing [|{x}]',
    '{rows} without {acts!} $1',
  ),
  row('customers that ordered nothing', '{rows} that {acts} nothing …', '{rows} without {acts!} …'),
  row(
    'customers who never ordered anything',
    '{rows} who never {acts} anything',
    '{rows} without {acts!}',
  ),
  row(
    'members that cancelled more than 3 bookings',
    '{rows} [that|who] {said} {x} {others}',
    '{rows} with {x} {said} {others}',
  ),
  row(
    'how many members cancelled more than 3 bookings',
    'how many {rows} {said} {x} {others}',
    'how many {rows} have {x} {said} {others}',
  ),
  row(
    'which member cancelled the most bookings',
    'which {rows} {said} the most {others} …',
    'which {rows} has the most {said} {others} …',
  ),
  // How often somebody did something, which is how many rows there are of it.
  row(
    'customers who have ordered more than five times',
    '… {rows} [who|that|which] [|have] {acts} {x} times …',
    '… {rows} with {x} {acts!} …',
  ),
  row(
    'customers who ordered more than once',
    `… {rows} [who|that|which] {acts} [${ONCE_OR_TWICE}] …`,
    '… {rows} with $2 {acts!} …',
  ),
  row(
    'how many customers ordered more than once',
    `[how many|which] {rows} {acts} [${ONCE_OR_TWICE}] …`,
    '$1 {rows} have $2 {acts!} …',
  ),
  row('who ordered more than once', `who {acts} [${ONCE_OR_TWICE}] …`, 'who has $1 {acts!} …'),
  row(
    'which customers ordered more than 5 times',
    'which {rows} {acts} {x} times …',
    'which {rows} have {x} {acts!} …',
  ),
  row('who ordered over 5 times', 'who {acts} {x} times …', 'who has {x} {acts!} …'),
  // People and things that only a column names are called by what it holds.
  row(
    'names of all the directors who made one film',
    '… names of [|the|all|all the|all of the] {kind} [who|that|which|whose|with|without] …',
    '… {kind} $2 …',
  ),
  row(
    'how often did Ann Berg order in 2025',
    '[how many times|how often] {aux} {any} {said} {aux} {acts} …',
    'number of {acts!} of {said} …',
  ),
  row(
    'how often was each product ordered',
    '[how many times|how often] {aux} each {rows} {aux} {acts} …',
    'number of {acts!} for each {rows} …',
  ),
  row(
    'number of times each product was ordered',
    '… [how many times|how often|the number of times|number of times] each {rows} {aux} {acts} …',
    '… number of {acts!} for each {rows} …',
  ),
  row(
    'name of each product and how often it was ordered',
    '{x} [how many times|how often|the number of times|number of times] [it|they|each|each one|each of them] {aux} {acts} …',
    '{x} number of {acts!} …',
  ),
  row(
    'number of times Ann Berg has ordered',
    '… number of times {any} {said} {aux} {acts} …',
    '… number of {acts!} of {said} …',
  ),
  row(
    'how often has Ann Berg ordered',
    'how often has {said} {acts} …',
    'number of {acts!} of {said} …',
  ),
  row(
    'customers who ordered in 2025',
    '{rows} [who|that|which|which have|who have|that have] {acts} in {period}',
    '{rows} with {acts!} in {period}',
  ),
  row(
    'which customers ordered in 2025',
    '[which|how many] {rows} {acts} in {period}',
    '$1 {rows} have {acts!} in {period}',
  ),
  // What rows of a verb come to.
  row('how much money was ordered in 2025', 'how much [|money] was {acts} …', '{sum!} …'),
  row('how much did we order in 2025', 'how much did we {acts} …', '{sum!} …'),
  row('how much was ordered by Ann', 'how much was {acts} by {x}', '{sum!} of {x}'),
  row('how much did Ann order in 2025', 'how much [did|has] {said} {acts} …', '{sum!} of {said} …'),
  row('how much did customers order in 2025', 'how much did {rows} {acts} …', '{sum!} of {rows} …'),
  row('total amount ordered in 2025', 'total [|amount] {acts} in {x}', '{sum!} in {x}'),
  row(
    'top 5 customers by total amount ordered',
    '… by [total|total amount|amount] {acts} …',
    '… by {sum!} …',
  ),
  row('who ordered most in total', `who {acts} [${MOST}] …`, 'who has the highest {sum!} …'),
  row(
    'which customer ordered most in total',
    `which {rows} {acts} [${MOST}] …`,
    'which {rows} has the highest {sum!} …',
  ),
  row(
    'which 5 customers ordered most in total',
    `which {n} {rows} {acts} [${MOST}] …`,
    'top {n} {rows} by {sum!} …',
  ),
  // How rows are now.
  row(
    'how many customers are active right now',
    '… {said} [right now|at the moment|at present|now|currently|as of today|today]',
    '… {said}',
  ),
  row(
    'how many customers are currently active',
    '… [currently|presently|still|now] {said} …',
    '… {said} …',
  ),
  // Which rows are most often so.
  row(
    'which of our drivers was late most often',
    `which [|of our] {rows} was {said} [${MOST_OFTEN}] …`,
    'which {rows} had the most {said} {rows!} …',
  ),
  row(
    'whose deliveries were late most often',
    `whose {rows} were {said} [${MOST_OFTEN}] …`,
    'who had the most {said} {rows} …',
  ),
  row(
    'which customer ordered most often',
    `which {rows} {acts} [${MOST_OFTEN}] …`,
    'which {rows} had the most {acts!} …',
  ),
  row('who ordered most often', `who {acts} [${MOST_OFTEN}] …`, 'who had the most {acts!} …'),
  // When somebody last did something.
  row(
    'when did Ann Berg last order',
    `[${WHEN}] [did|has] {said} [last|first] {acts}`,
    'when was the $3 {acts!} of {said}',
  ),
  row(
    'when did Ann Berg order last',
    `[${WHEN}] [did|has] {said} {acts} [last|first]`,
    'when was the $3 {acts!} of {said}',
  ),
  row(
    'when did Ann Berg order for the last time',
    `[${WHEN}] [did|has] {said} {acts} [the|for the] [last|first] time`,
    'when was the $4 {acts!} of {said}',
  ),
  row(
    'when was the last time that Ann Berg ordered',
    'when was the [last|first] time [|that] {said} {acts}',
    'when was the $1 {acts!} of {said}',
  ),
  row(
    'when was the last time Ann Berg placed an order',
    'when was the [last|first] time {said} {verb} [an|a|any] {rows}',
    'when was the $1 {rows} of {said}',
  ),
  row(
    'the last time Ann Berg ordered',
    'the [last|first] time {said} {acts}',
    'when was the $1 {acts!} of {said}',
  ),
  row(
    'when did Ann Berg place their last order',
    'when did {said} {verb} their [last|first] {rows}',
    'when was the $1 {rows} of {said}',
  ),
  row(
    "when was Ann Berg's last order",
    "when was {said} 's [last|first] {rows}",
    'when was the $1 {rows} of {said}',
  ),
  row(
    'Ann Berg: when was the last order',
    '{said} [: when was the|, when was their] [last|first] {rows}',
    'when was the $2 {rows} of {said}',
  ),
  row(
    'Ann Berg - when they ordered last time',
    '{said} , when they {acts} [last|first] time',
    'when was the $1 {acts!} of {said}',
  ),
  row(
    'Ann Berg - when did they order last',
    '{said} , when did they {acts} [last|first]',
    'when was the $1 {acts!} of {said}',
  ),
  row(
    'Ann Berg - when did they last order',
    '{said} , when did they [last|first] {acts}',
    'when was the $1 {acts!} of {said}',
  ),
  row(
    'by whom is the depot Kiel managed',
    'by whom [is|was] {any} {said} [|{rows}] {doer}',
    '{doer!} of {said}',
  ),
  row(
    'who is the contact at Acme and what number do Acme have',
    'who is the {name} at {said} and what {x} do {said} have',
    '{name} and {x} of {said}',
  ),
  row(
    'who is the contact of Acme and what number does Acme have',
    'who is the {name} of {said} and what {x} does {said} have',
    '{name} and {x} of {said}',
  ),
  // What is asked again behind a question.
  row('revenue by region? All orders', '{x} ? all {rows}', '{x}'),
  // A number beside the rows that it tells apart.
  row(
    'customers with over 5 orders, and how many did each place',
    '{x} {others} [,|] and how many [did each {verb}|]',
    '{x} {others} and their number of {others}',
  ),
  row(
    'customers with over 5 orders, with the count',
    '{x} {others} [,|] with [the count|count|their count|the number]',
    '{x} {others} and their number of {others}',
  ),
  row(
    'customers with over 5 orders, and the count',
    '{x} {others} [, and the count|and the count|, and the number]',
    '{x} {others} and their number of {others}',
  ),
  row(
    'who has over 5 orders? show number of orders too',
    '{x} ? show {y} [too|as well|also]',
    '{x} and {y}',
  ),
  row(
    '3 drivers with the most late deliveries',
    '{n} {rows} with [the most>top|most>top|the fewest>bottom] {x}',
    '$1 {n} {rows} by {x}',
  ),
  row('driver w most late deliveries', '… w [/|] most {x}', '… with most {x}'),
  // Several columns of rows that are told before them.
  row(
    'late deliveries with driver, date / distance',
    '{told} [with|:|-|,|, with|along with|incl|including|showing] {columns}',
    '{told} : {columns}',
  ),
  row(
    'which deliveries were late? driver and date',
    '{told} [?|.] {columns}',
    '{told} ? show the {columns}',
  ),
  row('late deliveries (driver, date)', '{told} ( {columns} )', '{told} : {columns}'),
  row('Juniper Lounge contact name + phone', '{one} {columns}', '{columns} of {one}'),
  row(
    'who is the contact of Juniper Lounge and what is their phone number',
    `[who|what] is the {name} [at|of|for|from] {said} and [${WHAT_IS}] {x}`,
    '{name} and {x} of {said}',
  ),
  row(
    'who is the contact of Juniper Lounge and what number do they have',
    'who is the {name} of {said} and what {x} do they have',
    '{name} and {x} of {said}',
  ),
  row('who ordered the most', 'who {acts} the most', 'who has the most {acts!}'),
  row(
    'who ordered the most in Oslo',
    'who {acts} the most in [{period}|{said}]',
    'who has the most {acts!} in $1',
  ),
  row('who ordered the least', 'who {acts} the least', 'who has the fewest {acts!}'),
  row(
    'customers who ordered more than 3 times in 2025',
    '{rows} who {acts} {x} times [|in {period}]',
    '{rows} with {x} {acts!} $1',
  ),
  row(
    'what percentage of customers ordered more than once',
    'what percentage of {rows} {acts} more than once …',
    'what percentage of {rows} have more than 1 {acts!} …',
  ),
  row(
    'how many customers ordered at least 3 times',
    'how many {rows} {acts} {x} times …',
    'how many {rows} have {x} {acts!} …',
  ),
  row('products never sold', '{rows} never {verb}', '{rows} that were never {verb}'),
  row(
    'which product has never been ordered',
    'which {rows} [has|have] never been {verb} …',
    '{rows} that were never {verb} …',
  ),
  row(
    'products that were never sold in 2025',
    '{rows} that were never sold …',
    '{rows} that were never ordered …',
  ),
  // Verbs of money.
  row(
    'customers who spent over 500',
    '[{rows} who|{rows} that|which {rows}] {pays} {x}',
    '{rows} with total {money} {x}',
  ),
  row(
    'how many customers spent over 500',
    'how many {rows} {pays} {x}',
    'how many {rows} have total {money} {x}',
  ),
  row(
    'which customer spent the most in 2025',
    'which {rows} {pays} the most …',
    'which {rows} has the highest total {money} …',
  ),
  row(
    'customers who spent the least',
    '{rows} who {pays} the [least>lowest|most>highest] …',
    '{rows} with the $1 total {money} …',
  ),
  row(
    'which department spends the most on salaries',
    'which {rows} {pays} the most on {measure} …',
    'which {rows} has the highest total {measure} …',
  ),
  row(
    'which five customers have spent the most',
    'which {n} {rows} {aux} {pays} [|us] [the most|most|the most money|most in total|the most in total] …',
    'top {n} {rows} by total {money} …',
  ),
  row(
    'which customer paid us the most money',
    'which {rows} {aux} {pays} [|us] [most|the most money|most in total|the most in total] …',
    'which {rows} has the highest total {money} …',
  ),
  row(
    'the 5 customers that spent the most',
    '… {n} {rows} [that|who] {aux} {pays} [|us] [the most|most|the most money|most in total] …',
    'top {n} {rows} by total {money} …',
  ),
  row(
    '5 biggest spenders among our customers',
    '{n} [biggest|top|highest] [spenders|payers|donors|earners] [among|of] [our|the|all] {rows} …',
    'top {n} {rows} by total {money} …',
  ),
  row('who spent the most', 'who {pays} the most …', 'who has the highest total {money} …'),
  row(
    'how much did customers in Germany spend',
    'how much did {x} {pays} …',
    'total {money} of {x} …',
  ),
  row(
    'how much money did we make in 2025',
    'how much [did|have|money did] we {sells} …',
    'total {money} …',
  ),
  row('how much did Ann sell in 2025', 'how much did {x} {sells} …', 'total {money} of {x} …'),
  row('top 5 customers by spend', '… by {pays} …', '… by total {money} …'),
  row('products nobody ordered', '{rows} nobody {verb}', '{rows} that were never {verb}'),
  row('orders except cancelled ones', '… [except|without] {said} ones', '… not {said}'),
  row('halls w/o bar', '… w / o …', '… without …'),
  row('guests from the depot Kiel', '… from the {name} {said}', '… with {name} {said}'),
  // Rows that have nothing in a column.
  row(
    'employees who have never got a raise',
    '… [who|that] {aux} [never|not] {got} {any} {lacking}',
    '… without {lacking!}',
  ),
  row(
    'users who have never logged in',
    '… [who|that|which] {aux} [never|not] {lacking} [|even once|yet|so far]',
    '… without {lacking!}',
  ),
  row(
    'which users have never logged in',
    '[which {rows}|{rows}] {aux} [never|not] {lacking} [|even once|yet|so far]',
    '{rows} without {lacking!}',
  ),
  row(
    'how many users last logged in more than 90 days ago',
    '… {rows} [that|who|which|] last {lacking} [more than|over|less than] {x} ago',
    '… {rows} whose last {lacking!} was $2 {x} ago',
  ),
  row(
    'how many employees have never had a raise so far',
    'how many {x} {aux} [never|not] {got} {any} {lacking} [|so far]',
    'how many {x} without {lacking!}',
  ),
  row(
    'which employees never got a raise',
    'which {rows} {aux} [never|not] {got} {any} {lacking}',
    '{rows} without {lacking!}',
  ),
  row(
    'number of people without any raise',
    '{x} [without {any} {lacking}|with no {lacking} date|with no {lacking}]',
    '{x} without {lacking!}',
  ),
  row(
    'how many people have no raise',
    'how many {x} {aux} no {lacking}',
    'how many {x} without {lacking!}',
  ),
  row(
    'which people have no phone on file',
    'which {rows} {aux} no {lacking} on file',
    '{rows} without {lacking!}',
  ),
  row(
    'people without a phone on file',
    '{rows} [with no|without {any}] {lacking} on file',
    '{rows} without {lacking!}',
  ),
  row(
    'which people do we not have the phone of',
    'for which {rows} {aux} we {aux} not have {any} {lacking}',
    '{rows} without {lacking!}',
  ),
  row(
    'for how many people is there no phone',
    'for how many {rows} is there no {lacking}',
    'how many {rows} without {lacking!}',
  ),
  row(
    'for which people is there no phone',
    'for which {rows} is there no {lacking}',
    '{rows} without {lacking!}',
  ),
  row(
    'which people are missing a phone',
    '[which {rows} {aux}|{rows}|who of our {rows} is] missing {any} {lacking}',
    '{rows} without {lacking!}',
  ),
  row(
    'people with empty phone, how many',
    '{x} with {any} [empty|missing|blank] {lacking} , how many',
    'how many {x} without {lacking!}',
  ),
  row(
    'people with empty phone',
    '{x} with {any} [empty|missing|blank] {lacking}',
    '{x} without {lacking!}',
  ),
  // Kinds that a column tells without being called so.
  row('employees by contract type', '{x} by {category} [type|kind]', '{x} by {category}'),
  row('employees by type of contract', '{x} by [type|kind] of {category}', '{x} by {category}'),
  row('employees by team and contract type', '… and {category} type', '… and {category}'),
  row('employees by team and by contract kind', '… and by {category} kind', '… and {category}'),
  row('employees per team, split by kind of contract', '{x} , split by {y}', '{x} and {y}'),
  row('employees by team and then by contract', '{x} and then by {name}', '{x} and {name}'),
  // Numbers of rows that are called by what they number.
  row('employee counts by team', '{rows} [counts|numbers] {y}', 'number of {rows} {y}'),
  // Who is not what a column says.
  row('people who work part time', '… [work>are|are|on>that are] part time', '… $1 not full time'),
  row('part time employees', '… part time {rows} …', '… {rows} that are not full time …'),
  row('part time employees', '… part time {rows}', '… not full time {rows}'),
  row('number of part timers', '… part timers', '… people that are not full time'),
  row('number of full timers', '… full timers', '… people that are full time'),
  row('not working full time', '… not working full time', '… not full time'),
  row('without a full time job', '… without a full time job', '… that are not full time'),
  // A share of all.
  row('% of late orders', '[%|percent] of {x}', 'percentage of {x}'),
  row(
    'percentage of late orders among all orders',
    '[%|percent|percentage] {said} {rows} [among|of] all {others}',
    'what percentage of {others} are {said}',
  ),
  row(
    'percent late orders',
    '[%|percent|percentage] {said} {rows}',
    'what percentage of {rows} are {said}',
  ),
  row(
    'late orders as a percentage of all orders',
    '{said} {rows} [as a percentage of|as percentage of|as a share of|as a percent of|as % of] [|all|the|all the] {others}',
    'what percentage of {others} are {said}',
  ),
  row(
    'of all the orders, what percent have the status late',
    'of [all|all the|the|all our|our] {rows} , [what percent|what percentage|how many percent|what share|what proportion|what %] [have the {name}|have a {name} of|have {name}|has the {name}|are|were|is|was|got|have been] {said}',
    'what percentage of {rows} are {said}',
  ),
  row(
    'how many percent of our orders are late',
    '[how many percent|how many %] of {x}',
    'what percentage of {x}',
  ),
  row(
    'percent remote',
    '[%|percent|percentage|share of] {said}',
    'what percentage of {rows!} are {said}',
  ),
  row(
    'of all employees, what percentage is remote',
    'of all {rows} , what [percentage|share|proportion] {x}',
    'what percentage of {rows} {x}',
  ),
  // Parts of texts.
  row(
    'ships with the letters M or K in their name',
    '… [with|having|that have] [|the letter|the letters|the word|the substring|letter] {x} in [their|its|the] {name}',
    '… whose {name} contains {x}',
  ),
  row(
    'which ports contain the word sand',
    '[|which|what|the|what are the] {name} [that|which|] [contain|containing|contains|include] [|the word|the letter|the letters|the substring|the string|letter] {x}',
    'different {name} of {rows!} whose {name} contains {x}',
  ),
  row(
    'ships whose name includes letter q',
    '… [includes|include|contains|contain] letter {x}',
    '… contains {x}',
  ),
  row('give his or her name', '… [his or her|her or his|his / her] …', '… their …'),
  row('number of total ships', '… number of total {rows} …', '… total number of {rows} …'),
  row(
    'ports that have multiple ships',
    '… [have|has|had|with] multiple {rows} …',
    '… $1 more than one {rows} …',
  ),
  row(
    'the least amount of fuel used',
    '… the [least>lowest|smallest>lowest|largest>highest|greatest>highest|highest] amount of {measure} …',
    '… the $1 {measure} …',
  ),
  row(
    'what is the total fare in all years',
    '[|the|what is the|show the] [total|highest|lowest|average|maximum|minimum] {measure} [|of {x}] in all years',
    '$1 $2 {measure} $3',
  ),
  row(
    'how many trips had more than 500 in fares',
    '{x} [had|have|has|with] [more than|over|at least|less than|under|at most] {n} in {measure}',
    '{x} with {measure} $2 {n}',
  ),
  // Values that several rows share.
  row(
    'duplicate customer names',
    '[|the|all] [duplicate|duplicated|repeated|double] [{kind}|{name}] [|in {rows}|of {rows}|among {rows}]',
    '$3 $4 that occur more than once',
  ),
  row(
    'which customer names exist more than once',
    '… {kind} [that|which|do|{aux}] [exist|appear|occur|are there|are in there|do we have|stand] [more than once|more than one time|twice or more|several times|multiple times|at least twice|repeatedly] …',
    '… {kind} that occur more than once …',
  ),
  // Lists.
  row('all customer cities without duplicates', '[all|] {x} without duplicates', 'different {x}'),
  row('show me lighting items we sell', '{x} we [sell|have]', '{x}'),
  // All that is known of rows.
  row('show me the customer details', '… {rows} [details|info]', '… all details of {rows}'),
  // Times before what they are said of.
  row('2025 orders per status', '[{year}|{period}] {x}', '{x} in $1'),
  row(
    'how many orders were there in each month of 2025',
    'how many {x} were there in each {part} of {period}',
    'number of {x} by {part} in {period}',
  ),
  row(
    'how many tickets were sold in each month of 2025',
    'how many {rows} were {verb} in each {part} of {period}',
    'how many {rows} were {verb} in {period} by {part}',
  ),
  row(
    'which products are more expensive than the average product',
    'which {rows} are more expensive than the average {others}',
    '{rows} with a price above the average price',
  ),
  row(
    'average length of shows in minutes',
    '… {measure} of {rows} in {unit} …',
    '… {measure} of {rows} …',
  ),
  row(
    'weight of the ship Alba in kg',
    '… {measure} of {x} {said} in {unit} …',
    '… {measure} of {x} {said} …',
  ),
  row('weight of Alba in kg', '… {measure} of {said} in {unit} …', '… {measure} of {said} …'),
  row(
    'on which weekday did we have the most orders',
    '[on|in] which {x} did we have the {y}',
    'which {x} had the {y}',
  ),
  row('monthly orders 2025', 'monthly {x} {period}', 'number of {x} by month in {period}'),
  row('monthly revenue 2025', 'monthly {x} {period}', '{x} by month in {period}'),
  row('monthly orders', 'monthly {x}', 'number of {x} by month'),
].flat();

/** Questions whose number is that of what another one lists. */
export const COUNTING: readonly Rewording[] = [
  row('how many customers never ordered', 'how many {x}', 'which {x}'),
  row('number of customers who never ordered', 'number of {x}', '{x}'),
].flat();

/** Short forms and other spellings that are typed in questions, read so where the word itself names nothing. */
export const TYPED: ReadonlyMap<string, string> = new Map([
  ...[3, 5, 10, 15, 20, 25, 50, 100].map((n) => [`top${n}`, `top ${n}`] as const),
  ['hw', 'how'],
  ['mny', 'many'],
  ['q', 'quarter'],
  ['qtr', 'quarter'],
  ['qtrs', 'quarters'],
  ['ytd', 'year to date'],
  ['mtd', 'month to date'],
  ['avrg', 'average'],
  ['priciest', 'most expensive'],
  ['dearest', 'most expensive'],
  ['costliest', 'most expensive'],
  ['custs', 'customers'],
  ['cust', 'customer'],
  ['rev', 'revenue'],
  ['headcount', 'number of people'],
  ['headcounts', 'number of people'],
  ['hires', 'people hired'],
  ['colleagues', 'people'],
  ['workforce', 'people'],
  ['everyone', 'all people'],
  ['everybody', 'all people'],
  ['pct', 'percentage'],
  ['perc', 'percentage'],
  ['percent', 'percentage'],

  ['vs', 'versus'],
]);

/** Behind verbs that make a noun with them: `logged in` → login, `signed up` → signup. */
export const PARTICLES: ReadonlySet<string> = new Set('in on out off up down back over'.split(' '));

/** Between the head of a name and what it is of: `reason for churn`, `date of issue`. */
export const NAME_TIES: ReadonlySet<string> = new Set(['of', 'for']);

/** Heads that rows have under names of any kind: `the names of the workers` may be their titles, and `ids of products` those in
 * other tables. */
export const ANY_NAMES: ReadonlySet<string> = new Set(
  'name names number numbers id ids'.split(' '),
);

/** What a verb that names nothing may be called by the rows that keep it, surest first. */
export const ACTING: ReadonlyMap<string, readonly string[]> = new Map([
  ['buy', ['purchase', 'order']],
  ['buys', ['purchases', 'orders']],
  ['bought', ['purchased', 'ordered']],
  ['buying', ['purchasing', 'ordering']],
  ['purchased', ['ordered']],
  ['purchases', ['orders']],
  ['donate', ['gift', 'donation', 'contribution']],
  ['donated', ['gift', 'donation', 'contribution']],
  ['gave', ['gift', 'donation', 'contribution']],
  ['given', ['gift', 'donation', 'contribution']],
]);

/** What refers to a row that was named before, and how that is said with its name. */
export const REFERRING: ReadonlyMap<string, string> = new Map([
  ...['they', 'it', 'he', 'she', 'them', 'him'].map((word) => [word, '…'] as const),
  ...['their', 'its', 'his', 'her'].map((word) => [word, "…'s"] as const),
  ['there', 'at …'],
]);

/** What parts the names of a list, which may stand one after another. */
export const LIST_MARKS: ReadonlySet<string> = new Set([
  ',',
  ';',
  '/',
  '+',
  '&',
  '|',
  'and',
  'plus',
]);

/** What may stand before the names of a list. */
export const LIST_ARTICLES: ReadonlySet<string> = new Set(['the', 'their', 'its', 'a', 'an']);

/** Verbs whose object is money, and what is called by them. */
export const PAYING: ReadonlySet<string> = new Set(
  `spend spends spent spending pay pays paid earn earns earned generate generates generated give gives gave given donate
   donates donated contribute contributes contributed raise raises raised`.split(/\s+/),
);

/** Whoever asks: what they pay is not what their customers do. */
export const ASKERS: ReadonlySet<string> = new Set(['we', 'i', 'us']);

/** Verbs whose subject takes money in. */
export const SELLING: ReadonlySet<string> = new Set('sell sold earn earned make made'.split(' '));

/** Verbs of getting what a column holds. */
export const GETTING: ReadonlySet<string> = new Set(
  'get got gotten had have has receive received'.split(' '),
);
/** What may stand before what nobody has. */
export const ANY: ReadonlySet<string> = new Set('a an any the single one'.split(' '));
/** What may stand before a denied verb. */
export const AUXILIARIES: ReadonlySet<string> = new Set(
  'have has had do does did is are was were been'.split(' '),
);

/** Words that compute; their short forms (`no`, `min`) are read elsewhere. */
export const QUANTITIES: ReadonlySet<string> = new Set(
  'number total average maximum minimum amount percent'.split(' '),
);

/** Of a country and its people: what the data may hold instead. */
export const DEMONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    american: ['United States', 'USA', 'US'],
    argentinian: ['Argentina'],
    australian: ['Australia'],
    austrian: ['Austria'],
    belgian: ['Belgium'],
    brazilian: ['Brazil'],
    british: ['United Kingdom', 'UK', 'Great Britain'],
    bulgarian: ['Bulgaria'],
    canadian: ['Canada'],
    chilean: ['Chile'],
    chinese: ['China'],
    colombian: ['Colombia'],
    croatian: ['Croatia'],
    czech: ['Czech Republic', 'Czechia'],
    danish: ['Denmark'],
    dutch: ['Netherlands', 'The Netherlands'],
    egyptian: ['Egypt'],
    english: ['England'],
    european: ['Europe'],
    finnish: ['Finland'],
    french: ['France'],
    german: ['Germany'],
    greek: ['Greece'],
    hungarian: ['Hungary'],
    indian: ['India'],
    indonesian: ['Indonesia'],
    irish: ['Ireland'],
    israeli: ['Israel'],
    italian: ['Italy'],
    japanese: ['Japan'],
    kenyan: ['Kenya'],
    korean: ['South Korea', 'Korea'],
    mexican: ['Mexico'],
    moroccan: ['Morocco'],
    nigerian: ['Nigeria'],
    norwegian: ['Norway'],
    peruvian: ['Peru'],
    polish: ['Poland'],
    portuguese: ['Portugal'],
    romanian: ['Romania'],
    russian: ['Russia'],
    scottish: ['Scotland'],
    spanish: ['Spain'],
    swedish: ['Sweden'],
    swiss: ['Switzerland'],
    thai: ['Thailand'],
    turkish: ['Turkey', 'Türkiye'],
    ukrainian: ['Ukraine'],
    vietnamese: ['Vietnam'],
    welsh: ['Wales'],
  }),
);

/** Rows of questions that no answer goes before: their rows are those of a value or a column, or any. */
export const UNREFERRED: readonly Rewording[] = [
  row('how many are returned', 'how many [are|were] {said}', 'number of {rows!} that are {said}'),
  row('how many are in Germany', 'how many are in {said}', 'number of {rows!} in {said}'),
  row('which ones are returned', 'which [|ones] are {said}', '{rows!} that are {said}'),
  row('which ones are in Germany', 'which ones are in {said}', '{rows!} in {said}'),
  row(
    'records per country',
    '[records|rows|entries] [per|by] {name}',
    'number of {rows!} $2 {name}',
  ),
  row(
    'number of records for each country',
    '… [records|rows|entries] [for each|per|by] {name}',
    '… {rows!} $2 {name}',
  ),
  row(
    'number of records in orders',
    'number of [records|rows|entries] in {rows}',
    'number of {rows}',
  ),
  row(
    'how many records are there in orders',
    'how many [records|rows|entries] [are in|are there in] {rows}',
    'number of {rows}',
  ),
  row(
    'how many records does orders have',
    'how many [records|rows|entries] [does|do] {rows} have',
    'number of {rows}',
  ),
].flat();

/** Follow-ups in other words, said after an answer. */
export const FOLLOWING: readonly Rewording[] = [
  row('no, I meant by category', '[no ,|no|sorry ,|] i meant {x}', '{x} instead'),
  row('sorry, by category', '[no ,|sorry ,|i mean|actually|rather] {x}', '{x} instead'),
  row('only 3, please', '… please', '…'),
  row('vacation instead', '{x} instead', 'what about {x}'),
  row('no, I meant the sum', 'the {verb} instead', 'and the {verb}'),
  row('make it 10', 'make [it|that] {n}', 'only the first {n}'),
  row('only delivered ones', '… {said} ones', '… {said}'),
  row('only online orders', '[just|only] {said} {rows}', 'only {said}'),
  row('just those with newsletter yes', 'just those {x}', 'only {x}'),
  row('only the ones with a bar', 'only [those|the ones] {x}', '{x}'),
  row('the same for 2025', '[|the] same for {x}', 'what about {x}'),
  row('same but for 2025', 'same but {x}', 'what about {x}'),
  row('without cancelled orders', 'without {said} [|{rows}|ones]', 'not {said}'),
  row('without the cancelled', 'without the {said}', 'not {said}'),
  row('excluding cancelled orders', 'excluding {said} [{rows}|ones]', 'not {said}'),
  row('except cancelled orders', 'except {said} [{rows}|]', 'not {said}'),
  row('not the cancelled ones', 'not the {said} ones', 'not {said}'),
  row('the maximum', 'the {verb}', 'and the {verb}'),
  row('count them', 'count [|them]', 'how many?'),
  row('how many are there', 'how many are [there|they]', 'how many?'),
  row('highest first', '[highest>descending|lowest>ascending] first', 'sort $1'),
  row('without cancelled', 'without {x}', 'excluding {x}'),
  row('moved orders', '{said} [|{rows}]', 'what about {said}'),
  row('and cancelled', 'and {said}', 'what about {said}'),
  row('in 2025 please', '{period}', 'what about {period}'),
  row('only 2025 orders', 'only {period} {rows}', 'only {period}'),
  row('start over: how many bands are there', '[start over|new question] : {x}', '{x}'),
].flat();
