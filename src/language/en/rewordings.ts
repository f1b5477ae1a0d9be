import { words } from '#src/language/tables.ts';

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

/** Rows `said => means // example`, one a line, and lines of a comment alone. */
const table = (text: string): readonly Rewording[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .flatMap((line) => {
      const [, said, means, example] = /^(.+?) => (.*?) \/\/ (.+)$/.exec(line) ?? [];
      if (said === undefined || means === undefined || example === undefined)
        throw new Error(`This row of a table of rewordings has no example or meaning: ${line}`);
      return row(example, said, means);
    });

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

export const REWORDINGS: readonly Rewording[] = table(`
  … {rows} [that|which] are {others} … => … {rows} who are {others} … // helpers that are keepers
  … {aux} {done} at the [latest>most recently|earliest>first] [time|date|day] … => … was {done} $1 … // the boat that was sold at the latest time
  // An order by when something was done.
  … [ordered|sorted|order|sort] by [when|the year|the date|the time|the day] [they|it|each] {aux} {done} … => … sorted by {done} … // ships sorted by the year they were launched
  … in [ascending|descending] order of [when|the year|the date|the time|the day] [they|it|each] {aux} {done} … => … sorted by {done} in $1 order … // ships in descending order of the year they were launched
  // That rows are there, or that something was.
  how many {rows} does [the|our|this] {setting} [have|has|own|operate|run|keep|hold|offer|sell|employ|manage] … => how many {rows} are there … // how many ships does the company have
  which {rows} does [the|our|this] {setting} [have|has|own|operate|run|keep|hold|offer|sell|employ|manage] … => list {rows} … // which ships does the company have
  … [took place|take place|takes place|taking place] … => … occurred … // races that took place in 2025
  … [that|which|who] got {done} … => … $1 was {done} … // ships that got launched in 2001
  // What a request names.
  [the|what is the|what are the] [monthly|top|best|leading|bottom|worst] {x} => $2 {x} // the monthly stores by revenue
  // A count as a noun, or behind what is counted.
  {plain} count => number of {plain} // returned orders count
  {plain} count [per|by] {y} => number of {plain} $1 {y} // order count by channel
  {plain} count {period} => number of {plain} in {period} // order count aug 2025
  {plain} count in {y} => number of {plain} in {y} // order count in 2025
  [count|no|no .|nr] of {x} => number of {x} // no. of drivers
  {x} [,|] how many => how many {x} // orders in 2025, how many
  breakdown of {rows} by {y} => number of {rows} by {y} // breakdown of orders by status
  breakdown of {x} by {y} => {x} by {y} // breakdown of revenue by region
  {rows} [breakdown|split] by {y} => number of {rows} by {y} // order breakdown by status
  {x} split by {y} => {x} by {y} // revenue split by country
  … {verb} through each {name} => … by {name} // orders through each channel
  {rows} count => how many {rows} are there // show count
  {rows} count per {y} => {rows} per {y} // show count per genre
  … {rows} count … => … number of {rows} … // which store has the highest order count
  … of {year} {rows} … => … of {rows} in {year} … // number of 2025 orders by store
  … of {period} {rows} … => … of {rows} in {period} … // count of March orders by store
  how many [{period}|{year}] {rows} … => how many {rows} in $1 … // how many 2025 orders
  … no . of … => … number of … // 2025 no. of orders
  … no of {x} => … number of {x} // 2025 no of orders
  {plain} counts [by|per] {y} => number of {plain} $1 {y} // order counts by channel
  {x} , count => number of {x} // orders in 2025, count
  {rows} numbers by {y} => number of {rows} by {y} // order numbers by channel
  please {x} => {x} // please show revenue
  {x} please . {y} => {x} . {y} // revenue please. By country
  // Groups behind what is asked of each.
  {x} [.|,] one [row|line] [for each|for every|per|each for] {y} => {x} by {y} // order count. One row for each channel
  {x} ( one [row|line] [for each|for every|per|each for] {y} ) => {x} by {y} // order count (one row for each channel)
  {x} [?|.] [by|per] {y} => {x} by {y} // how many orders are late? By channel
  {x} , [by|per|for each|grouped by|split by|broken down by|split out by] {y} => {x} by {y} // number of late orders, by channel
  {x} [split out|broken down] by {y} => {x} by {y} // late orders broken out by channel
  {rows} grouped by {y} => number of {rows} by {y} // late orders grouped by channel
  {x} by {name} [, then|, then by|then|then by|and by] {y} => {x} by {name} and {y} // orders by channel, then by status
  {x} , how many [per|by] {y} => number of {x} by {y} // orders in 2025, how many by channel
  {year} {rows} {verb} by {y} => number of {rows} {verb} in {year} by {y} // 2025 orders shipped by quarter
  [for|in] {period} , {x} => {x} in {period} // for 2025, revenue by country
  … [in each|in every|every|each|per] {part} of {period} => … by {part} in {period} // orders in each quarter of 2025
  … {period} ( {year} ) => … {period} // orders last year (2025)
  // Amounts of all rows together.
  [|the] {measure} of {x} [${TOGETHER}] => total {measure} of {x} // the fares of late trips in total
  {measure} [${TOGETHER}] => total {measure} // fares in total
  [${TOGETHER}] {measure} of {x} => total {measure} of {x} // in total fares of late trips
  [add up|sum up|add together] [the|] {measure} => total {measure} // add up the fares
  [add up|sum up|add together] [the|] {measure} of [|all|all the|every|each|the] {rows} … => total {measure} of {rows} … // add up the fares of all trips in 2025
  [add up|sum up|add together] [the|] {measure} of [|all] {said} {rows} … => total {measure} of {said} {rows} … // add up the fares of all late trips
  [total|sum of|sum of the|total of|average] {measure} [over|across] {x} => $1 {measure} of {x} // sum of fares over late trips
  [how much|what] [do|did|does] [all|all the|the|our|] {x} [add up to|come to|amount to|sum up to] [|${TOGETHER}] … => sum of {x} … // how much did delivered orders add up to in each city
  sum of {x} [in each|for each|in every|for every] {name} … => sum of {x} by {name} … // sum of late orders in each city
  {period} , {x} => {x} {period} // in 2025, what did all the gifts add up to
  how [high|large|big] is {x} => what is {x} // how high is the total fare
  {x} , [only|only the|] {said} {rows} => {x} of {said} {rows} // total fares, only late trips
  [which|what] average {measure} do {name} have => average {measure} by {name} // what average fare do our lines have
  what average {measure} [do our|does each] {name} have => average {measure} by {name} // what average fare does each line have
  for each person {rows} are {doer} to , {x} => {x} by {doer!} // for each person trips are assigned to, the fares
  {x} by who they [are|were] {doer} to => {x} by {doer!} // fares of trips by who they are assigned to
  {x} by person {doer} => {x} by {doer!} // number of trips by person assigned
  // What most rows have.
  which {kind} [do we see most often|do we see the most|comes up the most|comes up most often|comes up most|occurs most often|occurs the most|appears most often|is seen most often|is named most often|is given most often|is the most frequent one|is the most frequent|is most frequent|is the most usual|is number one|is the number one] => most common {kind} // which fault do we see most often
  … number one {kind} => most common {kind} // number one fault
  [|what 's|what is] the top {kind} => most common {kind} // what is the top fault
  top {n} {rows} by {said} {others} => top {n} {rows} by number of {said} {others} // top 3 products by returned orders
  top {n} {rows} by {others} => top {n} {rows} by number of {others} // top 3 products by orders
  which {n} {rows} have the [most>top|fewest>bottom] {said} {others} => $1 {n} {rows} by number of {said} {others} // which 3 products have the most returned orders
  … among {said} {rows} => … of {said} {rows} // 3 most common products among returned orders
  [|the] {n} {rows} [that were|which were|that are|that got|] {said} most often => top {n} {rows} by number of {said} {rows!} // the 3 products that were returned most often
  top {n} {rows} , counting only {others} that were {said} => top {n} {rows} by number of {said} {others} // top 3 products, counting only orders that were returned
  top {n} {rows} , counting only {said} {others} => top {n} {rows} by number of {said} {others} // top 3 products, counting only returned orders
  {part} wise {x} => {x} by {part} // month wise revenue
  … first and last {date} … => … earliest and latest {date} … // first and last order date
  … [first>earliest|last>latest] {date} … => … $1 {date} … // first order date per customer
  … every {name} … => … each {name} … // how much did every category bring in
  … overall average … => … average … // above the overall average
  … exceeding {x} => … above {x} // prices exceeding 5
  … [sorted alphabetically by|in alphabetical order of] {x} => … sorted by {x} // in alphabetical order of name
  … w / {x} => … with {x} // products w/ a price above 5
  {rows} w {x} => {rows} with {x} // products w price above 5
  amount of {rows} => number of {rows} // amount of customers
  … [month|week|day|year|quarter] by $1 … => … by $1 … // orders month by month
  … over the months of {period} => … by month in {period} // orders over the months of 2025
  {rows} a {part} … => {rows} by {part} … // orders a month in 2025
  … for each {part} of {period} => … by {part} in {period} // orders for each month of 2025
  … each {part} … => … by {part} … // how many orders did we get each month
  how many {rows} [did|do|have|had] we [get|got|have|had|do|done|see|seen|take|taken|make|made|hold|held|receive|received] … => number of {rows} … // how many orders did we get per region in 2025
  … {measure} for [each|every] {name} … => … {measure} per {name} … // revenue for each country
  {name} wise {x} {period} => {x} by {name} {period} // country wise revenue in 2025
  {name} wise {x} => {x} by {name} // country wise revenue
  by {name} , {x} {period} => {x} by {name} {period} // by country, revenue in 2025
  [break down|split|group] {x} by {y} => {x} by {y} // break revenue down by country
  break {x} down by {y} => {x} by {y} // break revenue down by country
  … for each of the {y} => … by {y} // revenue for each of the countries
  … during {period} => … in {period} // revenue for each country during 2025
  what {measure} did each {name} have … => {measure} by {name} … // what revenue did each country have in 2025
  how much {measure} did each {name} {verb} … => total {measure} by {name} … // how much revenue did each country generate in 2025
  how much {measure} did we {verb} in each {name} … => total {measure} by {name} … // how much revenue did we make in each country in 2025
  // Words that add nothing to what is denied or asked.
  {x} without a single {y} => {x} without a {y} // customers without a single order
  {x} not a single {y} => {x} no {y} // customers with not a single order
  compare the {x} by {y} => show the {x} by {y} // compare the average fare by line
  // What is asked behind a colon.
  {x} : {y} => {x} ? show the {y} // lamps below 20: name and price
  // What is denied behind a contrast.
  {x} yet [never|no|not|have no|has no|have never|has never|have not|has not|did not] {y} => {x} but $1 {y} // customers with orders yet never a refund
  {x} [never|not] {verb} anything => {x} $1 {verb} // customers who never ordered anything
  // The first by something.
  [best>top|worst>bottom] {n} {x} => $1 {n} {x} // best 5 products by revenue
  {n} [best>top|top|worst>bottom] {x} => $1 {n} {x} // 5 best products by revenue
  top {n} {measure} {rows} => top {n} {rows} by {measure} // top 5 revenue products
  the {n} highest {measure} {rows} => top {n} {rows} by {measure} // the 5 highest revenue products
  [|the] [highest|lowest] {measure} {rows} … => {rows} with the $2 {measure} … // the highest revenue customer
  {year} {x} by {y} => {x} by {y} in {year} // 2026 biggest customer
  … [according to|in terms of|based on] {x} => … by {x} // top 5 products according to revenue
  top {n} {rows} {measure} => top {n} {rows} by {measure} // top ten customers revenue
  top {n} {rows} {others} count => top {n} {rows} by number of {others} // top 4 customers order count
  [${BEST.highest}] {single} by {measure} … => {single} with the $1 {measure} … // best store by revenue in 2025
  [${BEST.most}] {single} by [number of|] {others} … => {single} with the $1 {others} … // best store by number of orders in 2025
  [top|best|leading] {many} by {x} => {many} by {x} // top customers by fares
  {kinds} by {measure} … => {measure} by {kinds} … // brands by revenue
  [highest|lowest] {measure} {part} … => {part} with the $1 {measure} … // highest revenue month
  [in|for|at|on] [which|what] {name} [is|are|was|were] the {x} [|the] [highest|largest|lowest|smallest] => {name} with the $5 {x} // in which hall is the average rent highest
  [which|what] {rows} is the [oldest|youngest|newest] => $2 {rows} // which hall is the oldest
  [biggest>highest|largest>highest|smallest>lowest|best selling>highest] {name} by {measure} => {name} with the $1 {measure} // biggest hall by seats
  {n} [biggest>top|largest>top|smallest>bottom] {name} by {measure} => $1 {n} {name} by {measure} // 3 biggest flats by area
  busiest {name} by {others} => {name} with the most {others} // busiest hall by shows
  [highest|lowest|largest>highest|biggest>highest|smallest>lowest] {measure} , [who|which {rows}] => $2 has the $1 {measure} // highest fare - who
  who is the [best paid>highest|highest paid>highest|lowest paid>lowest|worst paid>lowest] {rows} [|by {measure}] => {rows} with the $1 salary // who is the best paid driver by fare
  which {rows} was {verb} [first>earliest|last>latest] => {rows} with the $1 {verb!} date // which driver was hired first
  // The period with the most of something.
  [${BEST_TIME.highest}] {part} [by|in terms of] {x} => which {part} had the $1 {x} // best month by fares
  [${BEST_TIME.highest}] {part} in {period} by {x} => which {part} in {period} had the $1 {x} // best month in 2025 by fares
  [${BEST_TIME.most}] {part} [by|for|in terms of] {others} [|in {period}] => which {part} had the $1 {others} $3 // best month by trips in 2025
  [${BEST_TIME.most}] {part} in {period} by {others} => which {part} in {period} had the $1 {others} // best month in 2025 by trips
  {part} with the [highest|lowest|most|fewest] {x} => which {part} had the $1 {x} // month with the highest fares in 2025
  {part} with most {x} => which {part} had the most {x} // month with most trips
  which {part} [has|had] most {x} => which {part} had the most {x} // which month has most trips
  // Averages said behind.
  {x} on average => average {x} // revenue per order on average
  how many {measure} does [a|each] {own} have on average => average {measure} // how many bedrooms does a flat have on average
  average {measure} per {own} … => average {measure} … // average fuel per trip by make
  … average {measure} per {own} … => … average {measure} … // average fuel per trip by make
  … {measure} in {unit} … => … {measure} … // average fuel in liters by make
  // Prices said by verbs.
  which {rows} costs the [most>most expensive|least>cheapest] … => $1 {rows} … // which product costs the most
  … most costly {x} => … most expensive {x} // most costly product
  … [more expensive>costlier|less expensive>cheaper] than {x} => … $1 than {x} // products more expensive than the average product
  … exceeds {x} => … is more than {x} // customers whose age exceeds 10
  … via {x} => … in {x} // revenue via the online channel
  … through the {said} {name} … => … in the {said} {name} … // revenue through the online channel
  [which {rows}|{rows} that] cost {x} => {rows} with a price {x} // products that cost over 200
  … {rows} priced {x} => … {rows} with a price {x} // list the products priced between 50 and 150
  {rows} cost [over|under|more than>above|less than>below] {x} => {rows} with a price $1 {x} // products cost more than 9
  {rows} costing {x} => {rows} with a price {x} // products costing over 100
  // Rows told apart by others.
  {rows} who {acts} nothing [|{x}] => {rows} without {acts!} $1 // customers who ordered nothing in 2025
  {rows} that {acts} nothing … => {rows} without {acts!} … // customers that ordered nothing
  {rows} who never {acts} anything => {rows} without {acts!} // customers who never ordered anything
  {rows} [that|who] {said} {x} {others} => {rows} with {x} {said} {others} // members that cancelled more than 3 bookings
  how many {rows} {said} {x} {others} => how many {rows} have {x} {said} {others} // how many members cancelled more than 3 bookings
  which {rows} {said} the most {others} … => which {rows} has the most {said} {others} … // which member cancelled the most bookings
  // How often somebody did something, which is how many rows there are of it.
  … {rows} [who|that|which] [|have] {acts} {x} times … => … {rows} with {x} {acts!} … // customers who have ordered more than five times
  … {rows} [who|that|which] {acts} [${ONCE_OR_TWICE}] … => … {rows} with $2 {acts!} … // customers who ordered more than once
  [how many|which] {rows} {acts} [${ONCE_OR_TWICE}] … => $1 {rows} have $2 {acts!} … // how many customers ordered more than once
  who {acts} [${ONCE_OR_TWICE}] … => who has $1 {acts!} … // who ordered more than once
  which {rows} {acts} {x} times … => which {rows} have {x} {acts!} … // which customers ordered more than 5 times
  who {acts} {x} times … => who has {x} {acts!} … // who ordered over 5 times
  // People and things that only a column names are called by what it holds.
  … names of [|the|all|all the|all of the] {kind} [who|that|which|whose|with|without] … => … {kind} $2 … // names of all the directors who made one film
  [how many times|how often] {aux} {any} {said} {aux} {acts} … => number of {acts!} of {said} … // how often did Ann Berg order in 2025
  [how many times|how often] {aux} each {rows} {aux} {acts} … => number of {acts!} for each {rows} … // how often was each product ordered
  … [how many times|how often|the number of times|number of times] each {rows} {aux} {acts} … => … number of {acts!} for each {rows} … // number of times each product was ordered
  {x} [how many times|how often|the number of times|number of times] [it|they|each|each one|each of them] {aux} {acts} … => {x} number of {acts!} … // name of each product and how often it was ordered
  … number of times {any} {said} {aux} {acts} … => … number of {acts!} of {said} … // number of times Ann Berg has ordered
  how often has {said} {acts} … => number of {acts!} of {said} … // how often has Ann Berg ordered
  {rows} [who|that|which|which have|who have|that have] {acts} in {period} => {rows} with {acts!} in {period} // customers who ordered in 2025
  [which|how many] {rows} {acts} in {period} => $1 {rows} have {acts!} in {period} // which customers ordered in 2025
  // What rows of a verb come to.
  how much [|money] was {acts} … => {sum!} … // how much money was ordered in 2025
  how much did we {acts} … => {sum!} … // how much did we order in 2025
  how much was {acts} by {x} => {sum!} of {x} // how much was ordered by Ann
  how much [did|has] {said} {acts} … => {sum!} of {said} … // how much did Ann order in 2025
  how much did {rows} {acts} … => {sum!} of {rows} … // how much did customers order in 2025
  total [|amount] {acts} in {x} => {sum!} in {x} // total amount ordered in 2025
  … by [total|total amount|amount] {acts} … => … by {sum!} … // top 5 customers by total amount ordered
  who {acts} [${MOST}] … => who has the highest {sum!} … // who ordered most in total
  which {rows} {acts} [${MOST}] … => which {rows} has the highest {sum!} … // which customer ordered most in total
  which {n} {rows} {acts} [${MOST}] … => top {n} {rows} by {sum!} … // which 5 customers ordered most in total
  // How rows are now.
  … {said} [right now|at the moment|at present|now|currently|as of today|today] => … {said} // how many customers are active right now
  … [currently|presently|still|now] {said} … => … {said} … // how many customers are currently active
  // Which rows are most often so.
  which [|of our] {rows} was {said} [${MOST_OFTEN}] … => which {rows} had the most {said} {rows!} … // which of our drivers was late most often
  whose {rows} were {said} [${MOST_OFTEN}] … => who had the most {said} {rows} … // whose deliveries were late most often
  which {rows} {acts} [${MOST_OFTEN}] … => which {rows} had the most {acts!} … // which customer ordered most often
  who {acts} [${MOST_OFTEN}] … => who had the most {acts!} … // who ordered most often
  // When somebody last did something.
  [${WHEN}] [did|has] {said} [last|first] {acts} => when was the $3 {acts!} of {said} // when did Ann Berg last order
  [${WHEN}] [did|has] {said} {acts} [last|first] => when was the $3 {acts!} of {said} // when did Ann Berg order last
  [${WHEN}] [did|has] {said} {acts} [the|for the] [last|first] time => when was the $4 {acts!} of {said} // when did Ann Berg order for the last time
  when was the [last|first] time [|that] {said} {acts} => when was the $1 {acts!} of {said} // when was the last time that Ann Berg ordered
  when was the [last|first] time {said} {verb} [an|a|any] {rows} => when was the $1 {rows} of {said} // when was the last time Ann Berg placed an order
  the [last|first] time {said} {acts} => when was the $1 {acts!} of {said} // the last time Ann Berg ordered
  when did {said} {verb} their [last|first] {rows} => when was the $1 {rows} of {said} // when did Ann Berg place their last order
  when was {said} 's [last|first] {rows} => when was the $1 {rows} of {said} // when was Ann Berg's last order
  {said} [: when was the|, when was their] [last|first] {rows} => when was the $2 {rows} of {said} // Ann Berg: when was the last order
  {said} , when they {acts} [last|first] time => when was the $1 {acts!} of {said} // Ann Berg - when they ordered last time
  {said} , when did they {acts} [last|first] => when was the $1 {acts!} of {said} // Ann Berg - when did they order last
  {said} , when did they [last|first] {acts} => when was the $1 {acts!} of {said} // Ann Berg - when did they last order
  by whom [is|was] {any} {said} [|{rows}] {doer} => {doer!} of {said} // by whom is the depot Kiel managed
  who is the {name} at {said} and what {x} do {said} have => {name} and {x} of {said} // who is the contact at Acme and what number do Acme have
  who is the {name} of {said} and what {x} does {said} have => {name} and {x} of {said} // who is the contact of Acme and what number does Acme have
  // What is asked again behind a question.
  {x} ? all {rows} => {x} // revenue by region? All orders
  // A number beside the rows that it tells apart.
  {x} {others} [,|] and how many [did each {verb}|] => {x} {others} and their number of {others} // customers with over 5 orders, and how many did each place
  {x} {others} [,|] with [the count|count|their count|the number] => {x} {others} and their number of {others} // customers with over 5 orders, with the count
  {x} {others} [, and the count|and the count|, and the number] => {x} {others} and their number of {others} // customers with over 5 orders, and the count
  {x} ? show {y} [too|as well|also] => {x} and {y} // who has over 5 orders? show number of orders too
  {n} {rows} with [the most>top|most>top|the fewest>bottom] {x} => $1 {n} {rows} by {x} // 3 drivers with the most late deliveries
  … w [/|] most {x} => … with most {x} // driver w most late deliveries
  // Several columns of rows that are told before them.
  {told} [with|:|-|,|, with|along with|incl|including|showing] {columns} => {told} : {columns} // late deliveries with driver, date / distance
  {told} [?|.] {columns} => {told} ? show the {columns} // which deliveries were late? driver and date
  {told} ( {columns} ) => {told} : {columns} // late deliveries (driver, date)
  {one} {columns} => {columns} of {one} // Juniper Lounge contact name + phone
  [who|what] is the {name} [at|of|for|from] {said} and [${WHAT_IS}] {x} => {name} and {x} of {said} // who is the contact of Juniper Lounge and what is their phone number
  who is the {name} of {said} and what {x} do they have => {name} and {x} of {said} // who is the contact of Juniper Lounge and what number do they have
  who {acts} the most => who has the most {acts!} // who ordered the most
  who {acts} the most in [{period}|{said}] => who has the most {acts!} in $1 // who ordered the most in Oslo
  who {acts} the least => who has the fewest {acts!} // who ordered the least
  {rows} who {acts} {x} times [|in {period}] => {rows} with {x} {acts!} $1 // customers who ordered more than 3 times in 2025
  what percentage of {rows} {acts} more than once … => what percentage of {rows} have more than 1 {acts!} … // what percentage of customers ordered more than once
  how many {rows} {acts} {x} times … => how many {rows} have {x} {acts!} … // how many customers ordered at least 3 times
  {rows} never {verb} => {rows} that were never {verb} // products never sold
  which {rows} [has|have] never been {verb} … => {rows} that were never {verb} … // which product has never been ordered
  {rows} that were never sold … => {rows} that were never ordered … // products that were never sold in 2025
  // Verbs of money.
  [{rows} who|{rows} that|which {rows}] {pays} {x} => {rows} with total {money} {x} // customers who spent over 500
  how many {rows} {pays} {x} => how many {rows} have total {money} {x} // how many customers spent over 500
  which {rows} {pays} the [least>lowest|most>highest] … => which {rows} has the $1 total {money} … // which customer spent the most in 2025
  {rows} who {pays} the [least>lowest|most>highest] … => {rows} with the $1 total {money} … // customers who spent the least
  which {rows} {pays} the most on {measure} … => which {rows} has the highest total {measure} … // which department spends the most on salaries
  which {n} {rows} {aux} {pays} [|us] [the most|most|the most money|most in total|the most in total] … => top {n} {rows} by total {money} … // which five customers have spent the most
  which {rows} {aux} {pays} [|us] [most|the most money|most in total|the most in total] … => which {rows} has the highest total {money} … // which customer paid us the most money
  … {n} {rows} [that|who] {aux} {pays} [|us] [the most|most|the most money|most in total] … => top {n} {rows} by total {money} … // the 5 customers that spent the most
  {n} [biggest|top|highest] [spenders|payers|donors|earners] [among|of] [our|the|all] {rows} … => top {n} {rows} by total {money} … // 5 biggest spenders among our customers
  who {pays} the [least>lowest|most>highest] [|money|in total] … => who has the $1 total {money} … // who spent the most
  how much did {x} {pays} … => total {money} of {x} … // how much did customers in Germany spend
  [how much|how much money|what] {aux} [each|every] {name} [{sells}|{pays}] … => total {money} by {name} … // how much did each shop earn last month
  [how much|how much money|what] {aux} we {sells} … => total {money} … // how much money did we make in 2025
  [how much|how much money|what] {aux} we {sells} [each|every|from each|from every|per] {name} … => total {money} by {name} … // how much did we bill each client in 2025
  [how much|how much money|what] {aux} {x} {sells} … => total {money} of {x} … // how much did Ann sell in 2025
  which {rows} {sells} [|us] the [least>lowest|most>highest] [money|in total] … => which {rows} has the $2 total {money} … // which shop makes the most money
  … by {pays} … => … by total {money} … // top 5 customers by spend
  {rows} nobody {verb} => {rows} that were never {verb} // products nobody ordered
  … [except|without] {said} ones => … not {said} // orders except cancelled ones
  … w / o … => … without … // halls w/o bar
  … from the {name} {said} => … with {name} {said} // guests from the depot Kiel
  // Rows that have nothing in a column.
  … [who|that] {aux} [never|not] {got} {any} {lacking} => … without {lacking!} // employees who have never got a raise
  … [who|that|which] {aux} [never|not] {lacking} [|even once|yet|so far] => … without {lacking!} // users who have never logged in
  [which {rows}|{rows}] {aux} [never|not] {lacking} [|even once|yet|so far] => {rows} without {lacking!} // which users have never logged in
  … {rows} [that|who|which|] last {lacking} [more than|over|less than] {x} ago => … {rows} whose last {lacking!} was $2 {x} ago // how many users last logged in more than 90 days ago
  how many {x} {aux} [never|not] {got} {any} {lacking} [|so far] => how many {x} without {lacking!} // how many employees have never had a raise so far
  which {rows} {aux} [never|not] {got} {any} {lacking} => {rows} without {lacking!} // which employees never got a raise
  {x} [without {any} {lacking}|with no {lacking} date|with no {lacking}] => {x} without {lacking!} // number of people without any raise
  how many {x} {aux} no {lacking} => how many {x} without {lacking!} // how many people have no raise
  which {rows} {aux} no {lacking} on file => {rows} without {lacking!} // which people have no phone on file
  {rows} [with no|without {any}] {lacking} on file => {rows} without {lacking!} // people without a phone on file
  for which {rows} {aux} we {aux} not have {any} {lacking} => {rows} without {lacking!} // which people do we not have the phone of
  for how many {rows} is there no {lacking} => how many {rows} without {lacking!} // for how many people is there no phone
  for which {rows} is there no {lacking} => {rows} without {lacking!} // for which people is there no phone
  [which {rows} {aux}|{rows}|who of our {rows} is] missing {any} {lacking} => {rows} without {lacking!} // which people are missing a phone
  {x} with {any} [empty|missing|blank] {lacking} , how many => how many {x} without {lacking!} // people with empty phone, how many
  {x} with {any} [empty|missing|blank] {lacking} => {x} without {lacking!} // people with empty phone
  // Kinds that a column tells without being called so.
  {x} by {category} [type|kind] => {x} by {category} // employees by contract type
  {x} by [type|kind] of {category} => {x} by {category} // employees by type of contract
  … and {category} type => … and {category} // employees by team and contract type
  … and by {category} kind => … and {category} // employees by team and by contract kind
  {x} , split by {y} => {x} and {y} // employees per team, split by kind of contract
  {x} and then by {name} => {x} and {name} // employees by team and then by contract
  // Numbers of rows that are called by what they number.
  {rows} [counts|numbers] {y} => number of {rows} {y} // employee counts by team
  // Who is not what a column says.
  … [work>are|are|on>that are] part time => … $1 not full time // people who work part time
  … part time {rows} … => … {rows} that are not full time … // part time employees
  … part time {rows} => … not full time {rows} // part time employees
  … part timers => … people that are not full time // number of part timers
  … full timers => … people that are full time // number of full timers
  … not working full time => … not full time // not working full time
  … without a full time job => … that are not full time // without a full time job
  // A share of all.
  [%|percent] of {x} => percentage of {x} // % of late orders
  [%|percent|percentage] {said} {rows} [among|of] all {others} => what percentage of {others} are {said} // percentage of late orders among all orders
  [%|percent|percentage] {said} {rows} => what percentage of {rows} are {said} // percent late orders
  {said} {rows} [as a percentage of|as percentage of|as a share of|as a percent of|as % of] [|all|the|all the] {others} => what percentage of {others} are {said} // late orders as a percentage of all orders
  of [all|all the|the|all our|our] {rows} , [what percent|what percentage|how many percent|what share|what proportion|what %] [have the {name}|have a {name} of|have {name}|has the {name}|are|were|is|was|got|have been] {said} => what percentage of {rows} are {said} // of all the orders, what percent have the status late
  [how many percent|how many %] of {x} => what percentage of {x} // how many percent of our orders are late
  [%|percent|percentage|share of] {said} => what percentage of {rows!} are {said} // percent remote
  of all {rows} , what [percentage|share|proportion] {x} => what percentage of {rows} {x} // of all employees, what percentage is remote
  // Parts of texts.
  … [with|having|that have] [|the letter|the letters|the word|the substring|letter] {x} in [their|its|the] {name} => … whose {name} contains {x} // ships with the letters M or K in their name
  [|which|what|the|what are the] {name} [that|which|] [contain|containing|contains|include] [|the word|the letter|the letters|the substring|the string|letter] {x} => different {name} of {rows!} whose {name} contains {x} // which ports contain the word sand
  … [includes|include|contains|contain] letter {x} => … contains {x} // ships whose name includes letter q
  … [his or her|her or his|his / her] … => … their … // give his or her name
  … number of total {rows} … => … total number of {rows} … // number of total ships
  … [have|has|had|with] multiple {rows} … => … $1 more than one {rows} … // ports that have multiple ships
  … the [least>lowest|smallest>lowest|largest>highest|greatest>highest|highest] amount of {measure} … => … the $1 {measure} … // the least amount of fuel used
  [|the|what is the|show the] [total|highest|lowest|average|maximum|minimum] {measure} [|of {x}] in all years => $1 $2 {measure} $3 // what is the total fare in all years
  {x} [had|have|has|with] [more than|over|at least|less than|under|at most] {n} in {measure} => {x} with {measure} $2 {n} // how many trips had more than 500 in fares
  // Values that several rows share.
  [|the|all] [duplicate|duplicated|repeated|double] [{kind}|{name}] [|in {rows}|of {rows}|among {rows}] => $3 $4 that occur more than once // duplicate customer names
  … {kind} [that|which|do|{aux}] [exist|appear|occur|are there|are in there|do we have|stand] [more than once|more than one time|twice or more|several times|multiple times|at least twice|repeatedly] … => … {kind} that occur more than once … // which customer names exist more than once
  // Lists.
  [all|] {x} without duplicates => different {x} // all customer cities without duplicates
  {x} we [sell|have] => {x} // show me lighting items we sell
  // All that is known of rows.
  … {rows} [details|info] => … all details of {rows} // show me the customer details
  // Times before what they are said of.
  [{year}|{period}] {x} => {x} in $1 // 2025 orders per status
  how many {x} were there in each {part} of {period} => number of {x} by {part} in {period} // how many orders were there in each month of 2025
  how many {rows} were {verb} in each {part} of {period} => how many {rows} were {verb} in {period} by {part} // how many tickets were sold in each month of 2025
  which {rows} are more expensive than the average {others} => {rows} with a price above the average price // which products are more expensive than the average product
  … {measure} of {rows} in {unit} … => … {measure} of {rows} … // average length of shows in minutes
  … {measure} of {x} {said} in {unit} … => … {measure} of {x} {said} … // weight of the ship Alba in kg
  … {measure} of {said} in {unit} … => … {measure} of {said} … // weight of Alba in kg
  [on|in] which {x} did we have the {y} => which {x} had the {y} // on which weekday did we have the most orders
  monthly {x} {period} => number of {x} by month in {period} // monthly orders 2025
  monthly {x} {period} => {x} by month in {period} // monthly revenue 2025
  monthly {x} => number of {x} by month // monthly orders
`);

/** Questions whose number is that of what another one lists. */
export const COUNTING: readonly Rewording[] = table(`
  how many {x} => which {x} // how many customers never ordered
  number of {x} => {x} // number of customers who never ordered
`);

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
export const PARTICLES = words('in on out off up down back over');

/** Between the head of a name and what it is of: `reason for churn`, `date of issue`. */
export const NAME_TIES: ReadonlySet<string> = new Set(['of', 'for']);

/** Heads that rows have under names of any kind: `the names of the workers` may be their titles, and `ids of products` those in
 * other tables. */
export const ANY_NAMES = words('name names number numbers id ids');

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
export const LIST_MARKS = words(', ; / + & | and plus');

/** What may stand before the names of a list. */
export const LIST_ARTICLES: ReadonlySet<string> = new Set(['the', 'their', 'its', 'a', 'an']);

/** Verbs whose object is money, and what is called by them. */
export const PAYING =
  words(`spend spends spent spending pay pays paid earn earns earned generate generates generated give gives gave given donate
   donates donated contribute contributes contributed raise raises raised`);

/** Whoever asks: what they pay is not what their customers do. */
export const ASKERS: ReadonlySet<string> = new Set(['we', 'i', 'us']);

/** Verbs whose subject takes money in. */
export const SELLING = words(
  'sell sells sold earn earns earned make makes made gross grosses grossed bill bills billed invoice invoices invoiced charge charges charged',
);
/** Of people it may be their pay. */
export const EARNING = words('earn earns earned make makes made');
/** The same, with `in` behind them. */
export const BRINGING_IN = words('bring brings brought take takes took taken');

/** Verbs of getting what a column holds. */
export const GETTING = words('get got gotten had have has receive received');
/** What may stand before what nobody has. */
export const ANY = words('a an any the single one');
/** What may stand before a denied verb. */
export const AUXILIARIES = words('have has had do does did is are was were been');

/** Words that compute; their short forms (`no`, `min`) are read elsewhere. */
export const QUANTITIES = words('number total average maximum minimum amount percent');

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
export const UNREFERRED: readonly Rewording[] = table(`
  how many [are|were] {said} => number of {rows!} that are {said} // how many are returned
  how many are in {said} => number of {rows!} in {said} // how many are in Germany
  which [|ones] are {said} => {rows!} that are {said} // which ones are returned
  which ones are in {said} => {rows!} in {said} // which ones are in Germany
  [|which|who|which is the|who is the|the] [oldest|youngest|newest|heaviest|lightest|tallest|longest|shortest] {said} … => $2 {rows!} that is {said} … // heaviest cat
  [records|rows|entries] [per|by] {name} => number of {rows!} $2 {name} // records per country
  … [records|rows|entries] [for each|per|by] {name} => … {rows!} $2 {name} // number of records for each country
  number of [records|rows|entries] in {rows} => number of {rows} // number of records in orders
  how many [records|rows|entries] [are in|are there in] {rows} => number of {rows} // how many records are there in orders
  how many [records|rows|entries] [does|do] {rows} have => number of {rows} // how many records does orders have
`);

/** Follow-ups in other words, said after an answer. */
export const FOLLOWING: readonly Rewording[] = table(`
  [no ,|no|sorry ,|] i meant {x} => {x} instead // no, I meant by category
  [no ,|sorry ,|i mean|actually|rather] {x} => {x} instead // sorry, by category
  … please => … // only 3, please
  {x} instead => what about {x} // vacation instead
  the {verb} instead => and the {verb} // no, I meant the sum
  make [it|that] {n} => only the first {n} // make it 10
  … {said} ones => … {said} // only delivered ones
  [just|only] {said} {rows} => only {said} // only online orders
  just those {x} => only {x} // just those with newsletter yes
  only [those|the ones] {x} => {x} // only the ones with a bar
  [|the] same for {x} => what about {x} // the same for 2025
  same but {x} => what about {x} // same but for 2025
  without {said} [|{rows}|ones] => not {said} // without cancelled orders
  without the {said} => not {said} // without the cancelled
  excluding {said} [{rows}|ones] => not {said} // excluding cancelled orders
  except {said} [{rows}|] => not {said} // except cancelled orders
  not the {said} ones => not {said} // not the cancelled ones
  the {verb} => and the {verb} // the maximum
  count [|them] => how many? // count them
  how many are [there|they] => how many? // how many are there
  [highest>descending|lowest>ascending] first => sort $1 // highest first
  without {x} => excluding {x} // without cancelled
  {said} [|{rows}] => what about {said} // moved orders
  and {said} => what about {said} // and cancelled
  {period} => what about {period} // in 2025 please
  only {period} {rows} => only {period} // only 2025 orders
  [start over|new question] : {x} => {x} // start over: how many bands are there
`);
