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
 * getting · `{any}` articles, or none · `{aux}` auxiliaries, or none ·
 * `{own}` the table that the number before it is of · `{pays}` a verb of money, `{sells}` one of taking it in, `{money}` the only amount of money that the data adds up
 */
export interface Rewording {
  readonly example: string;
  readonly said: string;
  readonly means: string;
}

const row = (example: string, said: string, means: string): Rewording => ({ example, said, means });

/** How often something was done, and how many rows there are of it then. */
const ONCE_OR_TWICE = [
  ['more than once', 'more than 1'],
  ['more than twice', 'more than 2'],
  ['at least once', 'at least 1'],
  ['at least twice', 'at least 2'],
  ['twice or more', 'at least 2'],
  ['exactly once', 'exactly 1'],
  ['exactly twice', 'exactly 2'],
  ['only once', 'exactly 1'],
] as const;

export const REWORDINGS: readonly Rewording[] = [
  // What a request names.
  ...['monthly', 'top', 'best', 'leading', 'bottom', 'worst'].flatMap((word) =>
    ['the', 'what is the', 'what are the'].map((asks) =>
      row(`${asks} ${word} stores by revenue`, `${asks} ${word} {x}`, `${word} {x}`),
    ),
  ),
  // A count as a noun, or behind what is counted.
  row('returned orders count', '{plain} count', 'number of {plain}'),
  row('order count per channel', '{plain} count per {y}', 'number of {plain} per {y}'),
  row('order count by channel', '{plain} count by {y}', 'number of {plain} by {y}'),
  row('order count aug 2025', '{plain} count {period}', 'number of {plain} in {period}'),
  row('order count in 2025', '{plain} count in {y}', 'number of {plain} in {y}'),
  row('count of orders', 'count of {x}', 'number of {x}'),
  row('no. of drivers', 'no of {x}', 'number of {x}'),
  row('no. of drivers', 'no . of {x}', 'number of {x}'),
  row('nr of drivers', 'nr of {x}', 'number of {x}'),
  row('orders in 2025, how many', '{x} , how many', 'how many {x}'),
  row('customers in Germany how many', '{x} how many', 'how many {x}'),
  row('breakdown of orders by status', 'breakdown of {rows} by {y}', 'number of {rows} by {y}'),
  row('breakdown of revenue by region', 'breakdown of {x} by {y}', '{x} by {y}'),
  row('order breakdown by status', '{rows} breakdown by {y}', 'number of {rows} by {y}'),
  row('customers split by country', '{rows} split by {y}', 'number of {rows} by {y}'),
  row('revenue split by country', '{x} split by {y}', '{x} by {y}'),
  row('orders through each channel', '… {verb} through each {name}', '… by {name}'),
  row('show count', '{rows} count', 'how many {rows} are there'),
  row('show count per genre', '{rows} count per {y}', '{rows} per {y}'),
  row('which store has the highest order count', '… {rows} count …', '… number of {rows} …'),
  row('number of 2025 orders by store', '… of {year} {rows} …', '… of {rows} in {year} …'),
  row('count of March orders by store', '… of {period} {rows} …', '… of {rows} in {period} …'),
  row('how many 2025 orders', 'how many {period} {rows} …', 'how many {rows} in {period} …'),
  row('how many 2025 orders', 'how many {year} {rows} …', 'how many {rows} in {year} …'),
  row('2025 no. of orders', '… no . of …', '… number of …'),
  row('2025 no of orders', '… no of {x}', '… number of {x}'),
  row('order counts by channel', '{plain} counts by {y}', 'number of {plain} by {y}'),
  row('order counts per channel', '{plain} counts per {y}', 'number of {plain} per {y}'),
  row('orders in 2025, count', '{x} , count', 'number of {x}'),
  row('order numbers by channel', '{rows} numbers by {y}', 'number of {rows} by {y}'),
  row('please show revenue', 'please {x}', '{x}'),
  row('revenue please. By country', '{x} please . {y}', '{x} . {y}'),
  // Groups behind what is asked of each.
  ...['row', 'line'].flatMap((line) =>
    ['for each', 'for every', 'per', 'each for'].flatMap((each) => [
      row(
        `order count. One ${line} ${each} channel`,
        `{x} . one ${line} ${each} {y}`,
        '{x} by {y}',
      ),
      row(
        `order count, one ${line} ${each} channel`,
        `{x} , one ${line} ${each} {y}`,
        '{x} by {y}',
      ),
      row(
        `order count (one ${line} ${each} channel)`,
        `{x} ( one ${line} ${each} {y} )`,
        '{x} by {y}',
      ),
    ]),
  ),
  row('how many orders are late? By channel', '{x} ? by {y}', '{x} by {y}'),
  row('how many orders are late? Per channel', '{x} ? per {y}', '{x} by {y}'),
  row('number of late orders. By channel', '{x} . by {y}', '{x} by {y}'),
  row('number of late orders. Per channel', '{x} . per {y}', '{x} by {y}'),
  ...['by', 'per', 'for each', 'grouped by', 'split by', 'broken down by', 'split out by'].map(
    (by) => row(`number of late orders, ${by} channel`, `{x} , ${by} {y}`, '{x} by {y}'),
  ),
  row('late orders broken out by channel', '{x} split out by {y}', '{x} by {y}'),
  row('late orders broken down by channel', '{x} broken down by {y}', '{x} by {y}'),
  row('late orders grouped by channel', '{rows} grouped by {y}', 'number of {rows} by {y}'),
  row('orders by channel, then status', '{x} by {name} , then {y}', '{x} by {name} and {y}'),
  row('orders by channel, then by status', '{x} by {name} , then by {y}', '{x} by {name} and {y}'),
  row('orders by channel then status', '{x} by {name} then {y}', '{x} by {name} and {y}'),
  row('orders by channel then by status', '{x} by {name} then by {y}', '{x} by {name} and {y}'),
  row('orders by channel and by status', '{x} by {name} and by {y}', '{x} by {name} and {y}'),
  row('orders in 2025, how many per channel', '{x} , how many per {y}', 'number of {x} by {y}'),
  row('orders in 2025, how many by channel', '{x} , how many by {y}', 'number of {x} by {y}'),
  row(
    '2025 orders shipped by quarter',
    '{year} {rows} {verb} by {y}',
    'number of {rows} {verb} in {year} by {y}',
  ),
  row('for 2025, revenue by country', 'for {period} , {x}', '{x} in {period}'),
  row('in 2025, revenue by country', 'in {period} , {x}', '{x} in {period}'),
  row('orders in each quarter of 2025', '… in each {part} of {period}', '… by {part} in {period}'),
  row('orders in every month of 2025', '… in every {part} of {period}', '… by {part} in {period}'),
  row('orders every quarter of 2025', '… every {part} of {period}', '… by {part} in {period}'),
  row('orders each quarter of 2025', '… each {part} of {period}', '… by {part} in {period}'),
  row('orders per quarter of 2025', '… per {part} of {period}', '… by {part} in {period}'),
  row('orders last year (2025)', '… {period} ( {year} )', '… {period}'),
  // Amounts of all rows together.
  ...[
    'in total',
    'altogether',
    'all together',
    'together',
    'all in all',
    'in sum',
    'combined',
    'overall',
    'summed up',
  ].flatMap((together) => [
    row(
      `fares of late trips ${together}`,
      `{measure} of {x} ${together}`,
      'total {measure} of {x}',
    ),
    row(
      `the fares of late trips ${together}`,
      `the {measure} of {x} ${together}`,
      'total {measure} of {x}',
    ),
    row(`fares ${together}`, `{measure} ${together}`, 'total {measure}'),
    row(
      `${together} fares of late trips`,
      `${together} {measure} of {x}`,
      'total {measure} of {x}',
    ),
  ]),
  ...['add up', 'sum up', 'add together'].flatMap((add) =>
    ['the ', ''].flatMap((the) => [
      row(`${add} ${the}fares`, `${add} ${the}{measure}`, 'total {measure}'),
      ...['', 'all ', 'all the ', 'every ', 'each ', 'the '].map((all) =>
        row(
          `${add} ${the}fares of ${all}trips in 2025`,
          `${add} ${the}{measure} of ${all}{rows} …`,
          'total {measure} of {rows} …',
        ),
      ),
      row(
        `${add} ${the}fares of late trips`,
        `${add} ${the}{measure} of {said} {rows} …`,
        'total {measure} of {said} {rows} …',
      ),
      row(
        `${add} ${the}fares of all late trips`,
        `${add} ${the}{measure} of all {said} {rows} …`,
        'total {measure} of {said} {rows} …',
      ),
    ]),
  ),
  ...['total', 'sum of', 'sum of the', 'total of', 'average'].flatMap((total) =>
    ['over', 'across'].map((over) =>
      row(
        `${total} fares ${over} late trips`,
        `${total} {measure} ${over} {x}`,
        `${total} {measure} of {x}`,
      ),
    ),
  ),
  row('how high is the total fare', 'how high is {x}', 'what is {x}'),
  row('how large is the total fare', 'how large is {x}', 'what is {x}'),
  row('how big is the total fare', 'how big is {x}', 'what is {x}'),
  row('total fares, only late trips', '{x} , only {said} {rows}', '{x} of {said} {rows}'),
  row('total fares, only the late trips', '{x} , only the {said} {rows}', '{x} of {said} {rows}'),
  row('total fares, late trips', '{x} , {said} {rows}', '{x} of {said} {rows}'),
  row(
    'which average fare do lines have',
    'which average {measure} do {name} have',
    'average {measure} by {name}',
  ),
  row(
    'what average fare do lines have',
    'what average {measure} do {name} have',
    'average {measure} by {name}',
  ),
  row(
    'what average fare do our lines have',
    'what average {measure} do our {name} have',
    'average {measure} by {name}',
  ),
  row(
    'what average fare does each line have',
    'what average {measure} does each {name} have',
    'average {measure} by {name}',
  ),
  row(
    'for each person trips are assigned to, the fares',
    'for each person {rows} are {doer} to , {x}',
    '{x} by {doer!}',
  ),
  row(
    'fares of trips by who they are assigned to',
    '{x} by who they are {doer} to',
    '{x} by {doer!}',
  ),
  row(
    'fares of trips by who they were assigned to',
    '{x} by who they were {doer} to',
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
  row('the top fault', 'the top {kind}', 'most common {kind}'),
  row('what is the top fault', "what 's the top {kind}", 'most common {kind}'),
  row('what is the top fault', 'what is the top {kind}', 'most common {kind}'),
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
    'which {n} {rows} have the most {said} {others}',
    'top {n} {rows} by number of {said} {others}',
  ),
  row(
    'which 3 products have the fewest returned orders',
    'which {n} {rows} have the fewest {said} {others}',
    'bottom {n} {rows} by number of {said} {others}',
  ),
  row(
    '3 most common products among returned orders',
    '… among {said} {rows}',
    '… of {said} {rows}',
  ),
  ...['that were', 'which were', 'that are', 'that got', ''].flatMap((were) =>
    ['', 'the '].map((the) =>
      row(
        `${the}3 products ${were} returned most often`,
        `${the}{n} {rows} ${were} {said} most often`.replaceAll(/ +/g, ' '),
        'top {n} {rows} by number of {said} {rows!}',
      ),
    ),
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
  row('first order date per customer', '… first {date} …', '… earliest {date} …'),
  row('last order date per customer', '… last {date} …', '… latest {date} …'),
  row('how much did every category bring in', '… every {name} …', '… each {name} …'),
  row('above the overall average', '… overall average …', '… average …'),
  row('prices exceeding 5', '… exceeding {x}', '… above {x}'),
  row('sorted alphabetically by name', '… sorted alphabetically by {x}', '… sorted by {x}'),
  row('in alphabetical order of name', '… in alphabetical order of {x}', '… sorted by {x}'),
  row('products w/ a price above 5', '… w / {x}', '… with {x}'),
  row('products w price above 5', '{rows} w {x}', '{rows} with {x}'),
  row('amount of customers', 'amount of {rows}', 'number of {rows}'),
  row('orders month by month', '… month by month …', '… by month …'),
  row('orders week by week', '… week by week …', '… by week …'),
  row('orders day by day', '… day by day …', '… by day …'),
  row('orders year by year', '… year by year …', '… by year …'),
  row('orders quarter by quarter', '… quarter by quarter …', '… by quarter …'),
  row('orders over the months of 2025', '… over the months of {period}', '… by month in {period}'),
  row('orders a month in 2025', '{rows} a {part} …', '{rows} by {part} …'),
  row('orders for each month of 2025', '… for each {part} of {period}', '… by {part} in {period}'),
  row('how many orders did we get each month', '… each {part} …', '… by {part} …'),
  row('revenue for each country', '… {measure} for each {name} …', '… {measure} per {name} …'),
  row('revenue for every country', '… {measure} for every {name} …', '… {measure} per {name} …'),
  row('country wise revenue in 2025', '{name} wise {x} {period}', '{x} by {name} {period}'),
  row('country wise revenue', '{name} wise {x}', '{x} by {name}'),
  row('by country, revenue in 2025', 'by {name} , {x} {period}', '{x} by {name} {period}'),
  row('break down revenue by country', 'break down {x} by {y}', '{x} by {y}'),
  row('break revenue down by country', 'break {x} down by {y}', '{x} by {y}'),
  row('split revenue by country', 'split {x} by {y}', '{x} by {y}'),
  row('group revenue by country', 'group {x} by {y}', '{x} by {y}'),
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
  row('customers with orders yet never a refund', '{x} yet never {y}', '{x} but never {y}'),
  row('customers with orders yet no a refund', '{x} yet no {y}', '{x} but no {y}'),
  row('customers with orders yet not a refund', '{x} yet not {y}', '{x} but not {y}'),
  row('customers with orders yet have no a refund', '{x} yet have no {y}', '{x} but have no {y}'),
  row('customers with orders yet has no a refund', '{x} yet has no {y}', '{x} but has no {y}'),
  row(
    'customers with orders yet have never a refund',
    '{x} yet have never {y}',
    '{x} but have never {y}',
  ),
  row(
    'customers with orders yet has never a refund',
    '{x} yet has never {y}',
    '{x} but has never {y}',
  ),
  row(
    'customers with orders yet have not a refund',
    '{x} yet have not {y}',
    '{x} but have not {y}',
  ),
  row('customers with orders yet has not a refund', '{x} yet has not {y}', '{x} but has not {y}'),
  row('customers with orders yet did not a refund', '{x} yet did not {y}', '{x} but did not {y}'),
  row('customers who never ordered anything', '{x} never {verb} anything', '{x} never {verb}'),
  row('customers that did not order anything', '{x} not {verb} anything', '{x} not {verb}'),
  // The first by something.
  row('best 5 products by revenue', 'best {n} {x}', 'top {n} {x}'),
  row('worst 5 products by revenue', 'worst {n} {x}', 'bottom {n} {x}'),
  row('5 best products by revenue', '{n} best {x}', 'top {n} {x}'),
  row('5 top products by revenue', '{n} top {x}', 'top {n} {x}'),
  row('5 worst products by revenue', '{n} worst {x}', 'bottom {n} {x}'),
  row('top 5 revenue products', 'top {n} {measure} {rows}', 'top {n} {rows} by {measure}'),
  row(
    'the 5 highest revenue products',
    'the {n} highest {measure} {rows}',
    'top {n} {rows} by {measure}',
  ),
  row(
    'highest revenue customer',
    'highest {measure} {rows} …',
    '{rows} with the highest {measure} …',
  ),
  row(
    'the highest revenue customer',
    'the highest {measure} {rows} …',
    '{rows} with the highest {measure} …',
  ),
  row('lowest revenue customer', 'lowest {measure} {rows} …', '{rows} with the lowest {measure} …'),
  row(
    'the lowest revenue customer',
    'the lowest {measure} {rows} …',
    '{rows} with the lowest {measure} …',
  ),
  row('2026 biggest customer', '{year} {x} by {y}', '{x} by {y} in {year}'),
  row('top 5 products according to revenue', '… according to {x}', '… by {x}'),
  row('top 5 products in terms of revenue', '… in terms of {x}', '… by {x}'),
  row('top 5 products based on revenue', '… based on {x}', '… by {x}'),
  row('top ten customers revenue', 'top {n} {rows} {measure}', 'top {n} {rows} by {measure}'),
  row(
    'top 4 customers order count',
    'top {n} {rows} {others} count',
    'top {n} {rows} by number of {others}',
  ),
  ...(
    [
      ['best', 'highest', 'most'],
      ['top', 'highest', 'most'],
      ['strongest', 'highest', 'most'],
      ['leading', 'highest', 'most'],
      ['worst', 'lowest', 'fewest'],
      ['weakest', 'lowest', 'fewest'],
      ['bottom', 'lowest', 'fewest'],
    ] as const
  ).flatMap(([end, high, most]) => [
    row(
      `${end} store by revenue in 2025`,
      `${end} {single} by {measure} …`,
      `{single} with the ${high} {measure} …`,
    ),
    row(
      `${end} store by number of orders in 2025`,
      `${end} {single} by number of {others} …`,
      `{single} with the ${most} {others} …`,
    ),
    row(
      `${end} store by orders in 2025`,
      `${end} {single} by {others} …`,
      `{single} with the ${most} {others} …`,
    ),
  ]),
  row('top customers by fares', 'top {many} by {x}', '{many} by {x}'),
  row('best customers by fares', 'best {many} by {x}', '{many} by {x}'),
  row('brands by revenue', '{kinds} by {measure} …', '{measure} by {kinds} …'),
  row('highest revenue month', 'highest {measure} {part} …', '{part} with the highest {measure} …'),
  row('lowest revenue month', 'lowest {measure} {part} …', '{part} with the lowest {measure} …'),
  row('leading customers by fares', 'leading {many} by {x}', '{many} by {x}'),
  ...['in', 'for', 'at', 'on'].flatMap((behind) =>
    ['which', 'what'].flatMap((which) =>
      ['is', 'are', 'was', 'were'].flatMap((are) =>
        ['highest', 'largest', 'lowest', 'smallest'].flatMap((end) =>
          [end, `the ${end}`].map((last) =>
            row(
              `in which hall is the average rent ${last}`,
              `${behind} ${which} {name} ${are} the {x} ${last}`,
              `{name} with the ${end} {x}`,
            ),
          ),
        ),
      ),
    ),
  ),
  ...['oldest', 'youngest', 'newest'].flatMap((end) =>
    ['which', 'what'].map((which) =>
      row(`which hall is the ${end}`, `${which} {rows} is the ${end}`, `${end} {rows}`),
    ),
  ),
  row('biggest hall by seats', 'biggest {name} by {measure}', '{name} with the highest {measure}'),
  row('largest hall by seats', 'largest {name} by {measure}', '{name} with the highest {measure}'),
  row('smallest hall by seats', 'smallest {name} by {measure}', '{name} with the lowest {measure}'),
  row(
    'best selling product by quantity',
    'best selling {name} by {measure}',
    '{name} with the highest {measure}',
  ),
  row('3 biggest flats by area', '{n} biggest {name} by {measure}', 'top {n} {name} by {measure}'),
  row('3 largest flats by area', '{n} largest {name} by {measure}', 'top {n} {name} by {measure}'),
  row(
    '3 smallest flats by area',
    '{n} smallest {name} by {measure}',
    'bottom {n} {name} by {measure}',
  ),
  row('busiest hall by shows', 'busiest {name} by {others}', '{name} with the most {others}'),
  row(
    'which driver was hired first',
    'which {rows} was {verb} first',
    '{rows} with the earliest {verb!} date',
  ),
  row(
    'which driver was hired last',
    'which {rows} was {verb} last',
    '{rows} with the latest {verb!} date',
  ),
  // The period with the most of something.
  ...(
    [
      ['best', 'highest', 'most'],
      ['top', 'highest', 'most'],
      ['strongest', 'highest', 'most'],
      ['busiest', 'highest', 'most'],
      ['worst', 'lowest', 'fewest'],
      ['weakest', 'lowest', 'fewest'],
      ['quietest', 'lowest', 'fewest'],
    ] as const
  ).flatMap(([end, high, many]) => [
    row(`${end} month by fares`, `${end} {part} by {x}`, `which {part} had the ${high} {x}`),
    row(
      `${end} month in 2025 by fares`,
      `${end} {part} in {period} by {x}`,
      `which {part} in {period} had the ${high} {x}`,
    ),
    row(
      `${end} month by trips`,
      `${end} {part} by {others}`,
      `which {part} had the ${many} {others}`,
    ),
    row(
      `${end} month by trips in 2025`,
      `${end} {part} by {others} in {period}`,
      `which {part} had the ${many} {others} in {period}`,
    ),
    row(
      `${end} month in 2025 by trips`,
      `${end} {part} in {period} by {others}`,
      `which {part} in {period} had the ${many} {others}`,
    ),
    row(
      `${end} month for trips`,
      `${end} {part} for {others}`,
      `which {part} had the ${many} {others}`,
    ),
    row(
      `${end} month for trips in 2025`,
      `${end} {part} for {others} in {period}`,
      `which {part} had the ${many} {others} in {period}`,
    ),
    row(
      `${end} month in terms of trips`,
      `${end} {part} in terms of {others}`,
      `which {part} had the ${many} {others}`,
    ),
    row(
      `${end} month in terms of trips in 2025`,
      `${end} {part} in terms of {others} in {period}`,
      `which {part} had the ${many} {others} in {period}`,
    ),
    row(
      `${end} month in terms of fares`,
      `${end} {part} in terms of {x}`,
      `which {part} had the ${high} {x}`,
    ),
  ]),
  row(
    'month with the highest fares in 2025',
    '{part} with the highest {x}',
    'which {part} had the highest {x}',
  ),
  row(
    'month with the lowest fares in 2025',
    '{part} with the lowest {x}',
    'which {part} had the lowest {x}',
  ),
  row('month with the most trips', '{part} with the most {x}', 'which {part} had the most {x}'),
  row('month with most trips', '{part} with most {x}', 'which {part} had the most {x}'),
  row(
    'month with the fewest trips',
    '{part} with the fewest {x}',
    'which {part} had the fewest {x}',
  ),
  row('which month has most trips', 'which {part} has most {x}', 'which {part} had the most {x}'),
  row('which month had most trips', 'which {part} had most {x}', 'which {part} had the most {x}'),
  // Averages said behind.
  row('revenue per order on average', '{x} on average', 'average {x}'),
  row(
    'how many bedrooms does a flat have on average',
    'how many {measure} does a {own} have on average',
    'average {measure}',
  ),
  row(
    'how many bedrooms does each flat have on average',
    'how many {measure} does each {own} have on average',
    'average {measure}',
  ),
  row('average fuel per trip by make', 'average {measure} per {own} …', 'average {measure} …'),
  row('average fuel per trip by make', '… average {measure} per {own} …', '… average {measure} …'),
  row('average fuel in liters by make', '… {measure} in {unit} …', '… {measure} …'),
  // Prices said by verbs.
  row('which product costs the most', 'which {rows} costs the most …', 'most expensive {rows} …'),
  row('which product costs the least', 'which {rows} costs the least …', 'cheapest {rows} …'),
  row('most costly product', '… most costly {x}', '… most expensive {x}'),
  row(
    'products more expensive than the average product',
    '… more expensive than {x}',
    '… costlier than {x}',
  ),
  row(
    'products less expensive than the average product',
    '… less expensive than {x}',
    '… cheaper than {x}',
  ),
  row('customers whose age exceeds 10', '… exceeds {x}', '… is more than {x}'),
  row('revenue via the online channel', '… via {x}', '… in {x}'),
  row(
    'revenue through the online channel',
    '… through the {said} {name} …',
    '… in the {said} {name} …',
  ),
  row('which products cost more than 200', 'which {rows} cost {x}', '{rows} with a price {x}'),
  row('products that cost over 200', '{rows} that cost {x}', '{rows} with a price {x}'),
  row(
    'list the products priced between 50 and 150',
    '… {rows} priced {x}',
    '… {rows} with a price {x}',
  ),
  row('products cost over 100', '{rows} cost over {x}', '{rows} with a price over {x}'),
  row('products cost under 100', '{rows} cost under {x}', '{rows} with a price under {x}'),
  row('products cost more than 9', '{rows} cost more than {x}', '{rows} with a price above {x}'),
  row('products cost less than 9', '{rows} cost less than {x}', '{rows} with a price below {x}'),
  row('products costing over 100', '{rows} costing {x}', '{rows} with a price {x}'),
  // Rows told apart by others.
  row(
    'customers who ordered nothing in 2025',
    '{rows} who {acts} nothing {x}',
    '{rows} without {acts!} {x}',
  ),
  row('customers who ordered nothing', '{rows} who {acts} nothing', '{rows} without {acts!}'),
  row('customers that ordered nothing', '{rows} that {acts} nothing …', '{rows} without {acts!} …'),
  row(
    'customers who never ordered anything',
    '{rows} who never {acts} anything',
    '{rows} without {acts!}',
  ),
  row(
    'members that cancelled more than 3 bookings',
    '{rows} that {said} {x} {others}',
    '{rows} with {x} {said} {others}',
  ),
  row(
    'members who cancelled more than 3 bookings',
    '{rows} who {said} {x} {others}',
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
  ...['who', 'that', 'which'].flatMap((who) => [
    row(
      `customers ${who} ordered more than five times`,
      `… {rows} ${who} {acts} {x} times …`,
      '… {rows} with {x} {acts!} …',
    ),
    row(
      `customers ${who} have ordered more than five times`,
      `… {rows} ${who} have {acts} {x} times …`,
      '… {rows} with {x} {acts!} …',
    ),
    ...ONCE_OR_TWICE.flatMap(([often, many]) => [
      row(
        `customers ${who} ordered ${often}`,
        `… {rows} ${who} {acts} ${often} …`,
        `… {rows} with ${many} {acts!} …`,
      ),
    ]),
  ]),
  ...ONCE_OR_TWICE.flatMap(([often, many]) => [
    row(
      `how many customers ordered ${often}`,
      `how many {rows} {acts} ${often} …`,
      `how many {rows} have ${many} {acts!} …`,
    ),
    row(
      `which customers ordered ${often}`,
      `which {rows} {acts} ${often} …`,
      `which {rows} have ${many} {acts!} …`,
    ),
    row(`who ordered ${often}`, `who {acts} ${often} …`, `who has ${many} {acts!} …`),
  ]),
  row(
    'which customers ordered more than 5 times',
    'which {rows} {acts} {x} times …',
    'which {rows} have {x} {acts!} …',
  ),
  row('who ordered over 5 times', 'who {acts} {x} times …', 'who has {x} {acts!} …'),
  // People and things that only a column names are called by what it holds.
  ...['', 'the ', 'all ', 'all the ', 'all of the '].flatMap((the) =>
    ['who', 'that', 'which', 'whose', 'with', 'without'].map((who) =>
      row(
        `names of ${the}directors ${who} made one film`,
        `… names of ${the}{kind} ${who} …`,
        `… {kind} ${who} …`,
      ),
    ),
  ),
  ...['how many times', 'how often'].flatMap((often) => [
    row(
      `${often} did Ann Berg order in 2025`,
      `${often} {aux} {any} {said} {aux} {acts} …`,
      'number of {acts!} of {said} …',
    ),
    row(
      `${often} was each product ordered`,
      `${often} {aux} each {rows} {aux} {acts} …`,
      'number of {acts!} for each {rows} …',
    ),
  ]),
  ...['how many times', 'how often', 'the number of times', 'number of times'].flatMap((often) => [
    row(
      `number of times each product was ordered`,
      `… ${often} each {rows} {aux} {acts} …`,
      '… number of {acts!} for each {rows} …',
    ),
    ...['it', 'they', 'each', 'each one', 'each of them'].map((it) =>
      row(
        `name of each product and ${often} ${it} was ordered`,
        `{x} ${often} ${it} {aux} {acts} …`,
        '{x} number of {acts!} …',
      ),
    ),
  ]),
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
  ...['who', 'that', 'which', 'which have', 'who have', 'that have'].map((who) =>
    row(
      `customers ${who} ordered in 2025`,
      `{rows} ${who} {acts} in {period}`,
      '{rows} with {acts!} in {period}',
    ),
  ),
  row(
    'which customers ordered in 2025',
    'which {rows} {acts} in {period}',
    'which {rows} have {acts!} in {period}',
  ),
  row(
    'how many customers ordered in 2025',
    'how many {rows} {acts} in {period}',
    'how many {rows} have {acts!} in {period}',
  ),
  // What rows of a verb come to.
  row('how much was ordered in 2025', 'how much was {acts} …', '{sum!} …'),
  row('how much money was ordered in 2025', 'how much money was {acts} …', '{sum!} …'),
  row('how much did we order in 2025', 'how much did we {acts} …', '{sum!} …'),
  row('how much was ordered by Ann', 'how much was {acts} by {x}', '{sum!} of {x}'),
  row('how much did Ann order in 2025', 'how much did {said} {acts} …', '{sum!} of {said} …'),
  row('how much has Ann ordered', 'how much has {said} {acts} …', '{sum!} of {said} …'),
  row('how much did customers order in 2025', 'how much did {rows} {acts} …', '{sum!} of {rows} …'),
  row('total ordered in 2025', 'total {acts} in {x}', '{sum!} in {x}'),
  row('total amount ordered in 2025', 'total amount {acts} in {x}', '{sum!} in {x}'),
  row('top 5 customers by total ordered', '… by total {acts} …', '… by {sum!} …'),
  row('top 5 customers by total amount ordered', '… by total amount {acts} …', '… by {sum!} …'),
  row('top 5 customers by amount ordered', '… by amount {acts} …', '… by {sum!} …'),
  ...[
    'most in total',
    'the most in total',
    'the most money',
    'the highest amount',
    'the largest amount',
  ].flatMap((most) => [
    row(`who ordered ${most}`, `who {acts} ${most} …`, 'who has the highest {sum!} …'),
    row(
      `which customer ordered ${most}`,
      `which {rows} {acts} ${most} …`,
      'which {rows} has the highest {sum!} …',
    ),
    row(
      `which 5 customers ordered ${most}`,
      `which {n} {rows} {acts} ${most} …`,
      'top {n} {rows} by {sum!} …',
    ),
  ]),
  // How rows are now.
  ...['right now', 'at the moment', 'at present', 'now', 'currently', 'as of today', 'today'].map(
    (now) => row(`how many customers are active ${now}`, `… {said} ${now}`, '… {said}'),
  ),
  ...['currently', 'presently', 'still', 'now'].map((now) =>
    row(`how many customers are ${now} active`, `… ${now} {said} …`, '… {said} …'),
  ),
  // Which rows are most often so.
  ...[
    'most often',
    'the most often',
    'most frequently',
    'the most times',
    'the greatest number of times',
    'the highest number of times',
  ].flatMap((often) => [
    row(
      `which driver was late ${often}`,
      `which {rows} was {said} ${often} …`,
      'which {rows} had the most {said} {rows!} …',
    ),
    row(
      `which of our drivers was late ${often}`,
      `which of our {rows} was {said} ${often} …`,
      'which {rows} had the most {said} {rows!} …',
    ),
    row(
      `whose deliveries were late ${often}`,
      `whose {rows} were {said} ${often} …`,
      'who had the most {said} {rows} …',
    ),
    row(
      `which customer ordered ${often}`,
      `which {rows} {acts} ${often} …`,
      'which {rows} had the most {acts!} …',
    ),
    row(`who ordered ${often}`, `who {acts} ${often} …`, 'who had the most {acts!} …'),
  ]),
  // When somebody last did something.
  ...(
    [
      ['last', 'last'],
      ['first', 'first'],
    ] as const
  ).flatMap(([end, first]) => [
    ...['when', 'on which date', 'on which day', 'on what date', 'on what day'].flatMap((when) => [
      ...['did', 'has'].flatMap((did) => [
        row(
          `${when} ${did} Ann Berg ${end} order`,
          `${when} ${did} {said} ${end} {acts}`,
          `when was the ${first} {acts!} of {said}`,
        ),
        row(
          `${when} ${did} Ann Berg order ${end}`,
          `${when} ${did} {said} {acts} ${end}`,
          `when was the ${first} {acts!} of {said}`,
        ),
        row(
          `${when} ${did} Ann Berg order the ${end} time`,
          `${when} ${did} {said} {acts} the ${end} time`,
          `when was the ${first} {acts!} of {said}`,
        ),
        row(
          `${when} ${did} Ann Berg order for the ${end} time`,
          `${when} ${did} {said} {acts} for the ${end} time`,
          `when was the ${first} {acts!} of {said}`,
        ),
      ]),
    ]),
    row(
      `when was the ${end} time Ann Berg ordered`,
      `when was the ${end} time {said} {acts}`,
      `when was the ${first} {acts!} of {said}`,
    ),
    row(
      `when was the ${end} time that Ann Berg ordered`,
      `when was the ${end} time that {said} {acts}`,
      `when was the ${first} {acts!} of {said}`,
    ),
    row(
      `when was the ${end} time Ann Berg placed an order`,
      `when was the ${end} time {said} {verb} an {rows}`,
      `when was the ${first} {rows} of {said}`,
    ),
    row(
      `when was the ${end} time Ann Berg made a booking`,
      `when was the ${end} time {said} {verb} a {rows}`,
      `when was the ${first} {rows} of {said}`,
    ),
    row(
      `the ${end} time Ann Berg ordered`,
      `the ${end} time {said} {acts}`,
      `when was the ${first} {acts!} of {said}`,
    ),
    row(
      `when did Ann Berg place their ${end} order`,
      `when did {said} {verb} their ${end} {rows}`,
      `when was the ${first} {rows} of {said}`,
    ),
    row(
      `when was Ann Berg's ${end} order`,
      `when was {said} 's ${end} {rows}`,
      `when was the ${first} {rows} of {said}`,
    ),
    row(
      `Ann Berg: when was the ${end} order`,
      `{said} : when was the ${end} {rows}`,
      `when was the ${first} {rows} of {said}`,
    ),
    row(
      `Ann Berg - when was their ${end} order`,
      `{said} , when was their ${end} {rows}`,
      `when was the ${first} {rows} of {said}`,
    ),
    row(
      `Ann Berg - when they ordered ${end} time`,
      `{said} , when they {acts} ${end} time`,
      `when was the ${first} {acts!} of {said}`,
    ),
    row(
      `Ann Berg - when did they order ${end}`,
      `{said} , when did they {acts} ${end}`,
      `when was the ${first} {acts!} of {said}`,
    ),
    row(
      `Ann Berg - when did they ${end} order`,
      `{said} , when did they ${end} {acts}`,
      `when was the ${first} {acts!} of {said}`,
    ),
  ]),
  ...['last', 'first'].map((end) =>
    row(
      `when was the ${end} time Ann Berg placed an order`,
      `when was the ${end} time {said} {verb} any {rows}`,
      `when was the ${end} {rows} of {said}`,
    ),
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
  ...[
    ', and how many did each {verb}',
    'and how many did each {verb}',
    ', and how many',
    'and how many',
    ', with the count',
    'with the count',
    ', with count',
    'with count',
    ', with their count',
    'with their count',
    ', and the count',
    'and the count',
    ', with the number',
    'with the number',
    ', and the number',
  ].map((beside) =>
    row(
      `customers with over 5 orders ${beside.replace('{verb}', 'place')}`,
      `{x} {others} ${beside}`,
      '{x} {others} and their number of {others}',
    ),
  ),
  ...['too', 'as well', 'also'].map((also) =>
    row(
      `who has over 5 orders? show number of orders ${also}`,
      `{x} ? show {y} ${also}`,
      '{x} and {y}',
    ),
  ),
  row(
    '3 drivers with the most late deliveries',
    '{n} {rows} with the most {x}',
    'top {n} {rows} by {x}',
  ),
  row('3 drivers with most late deliveries', '{n} {rows} with most {x}', 'top {n} {rows} by {x}'),
  row(
    '3 drivers with the fewest late deliveries',
    '{n} {rows} with the fewest {x}',
    'bottom {n} {rows} by {x}',
  ),
  row('driver w most late deliveries', '… w / most {x}', '… with most {x}'),
  row('driver w most late deliveries', '… w most {x}', '… with most {x}'),
  // Several columns of rows that are told before them.
  ...['with', ': ', '-', ',', ', with', 'along with', 'incl', 'including', 'showing'].map((mark) =>
    row(
      `late deliveries ${mark} driver, date / distance`,
      `{told} ${mark.trim()} {columns}`,
      '{told} : {columns}',
    ),
  ),
  row('late deliveries (driver, date)', '{told} ( {columns} )', '{told} : {columns}'),
  row('Juniper Lounge contact name + phone', '{one} {columns}', '{columns} of {one}'),
  ...['at', 'of', 'for', 'from'].flatMap((of) =>
    [
      'what is the',
      "what 's the",
      'whats the',
      'what is their',
      "what 's their",
      'their',
      'the',
    ].flatMap((what) => [
      row(
        `who is the contact ${of} Juniper Lounge and ${what} phone number`,
        `who is the {name} ${of} {said} and ${what} {x}`,
        '{name} and {x} of {said}',
      ),
      row(
        `what is the city ${of} Juniper Lounge and ${what} phone number`,
        `what is the {name} ${of} {said} and ${what} {x}`,
        '{name} and {x} of {said}',
      ),
    ]),
  ),
  row(
    'who is the contact of Juniper Lounge and what number do they have',
    'who is the {name} of {said} and what {x} do they have',
    '{name} and {x} of {said}',
  ),
  row('who ordered the most', 'who {acts} the most', 'who has the most {acts!}'),
  ...['{period}', '{said}'].map((where) =>
    row(
      `who ordered the most in ${where === '{said}' ? 'Oslo' : '2025'}`,
      `who {acts} the most in ${where}`,
      `who has the most {acts!} in ${where}`,
    ),
  ),
  row('who ordered the least', 'who {acts} the least', 'who has the fewest {acts!}'),
  row(
    'customers who ordered more than ten times',
    '{rows} who {acts} {x} times',
    '{rows} with {x} {acts!}',
  ),
  row(
    'customers who ordered more than 3 times in 2025',
    '{rows} who {acts} {x} times in {period}',
    '{rows} with {x} {acts!} in {period}',
  ),
  row(
    'how many customers ordered more than once',
    'how many {rows} {acts} more than once …',
    'how many {rows} have more than 1 {acts!} …',
  ),
  row(
    'how many customers ordered at least 3 times',
    'how many {rows} {acts} {x} times …',
    'how many {rows} have {x} {acts!} …',
  ),
  row(
    'what percentage of customers ordered more than once',
    'what percentage of {rows} {acts} more than once …',
    'what percentage of {rows} have more than 1 {acts!} …',
  ),
  row('products never sold', '{rows} never {verb}', '{rows} that were never {verb}'),
  row(
    'which product has never been ordered',
    'which {rows} has never been {verb} …',
    '{rows} that were never {verb} …',
  ),
  row(
    'which products have never been ordered',
    'which {rows} have never been {verb} …',
    '{rows} that were never {verb} …',
  ),
  row(
    'products that were never sold in 2025',
    '{rows} that were never sold …',
    '{rows} that were never ordered …',
  ),
  // Verbs of money.
  row('customers who spent over 500', '{rows} who {pays} {x}', '{rows} with total {money} {x}'),
  row('stores that earned over 500', '{rows} that {pays} {x}', '{rows} with total {money} {x}'),
  row('which customers spent over 500', 'which {rows} {pays} {x}', '{rows} with total {money} {x}'),
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
    '{rows} who {pays} the least …',
    '{rows} with the lowest total {money} …',
  ),
  row(
    'customers who spent the most',
    '{rows} who {pays} the most …',
    '{rows} with the highest total {money} …',
  ),
  row(
    'which department spends the most on salaries',
    'which {rows} {pays} the most on {measure} …',
    'which {rows} has the highest total {measure} …',
  ),
  row('who spent the most', 'who {pays} the most …', 'who has the highest total {money} …'),
  row(
    'how much did customers in Germany spend',
    'how much did {x} {pays} …',
    'total {money} of {x} …',
  ),
  row('how much did we sell in 2025', 'how much did we {sells} …', 'total {money} …'),
  row('how much have we sold in 2025', 'how much have we {sells} …', 'total {money} …'),
  row('how much money did we make in 2025', 'how much money did we {sells} …', 'total {money} …'),
  row('how much did Ann sell in 2025', 'how much did {x} {sells} …', 'total {money} of {x} …'),
  row('top 5 customers by spend', '… by {pays} …', '… by total {money} …'),
  row('products nobody ordered', '{rows} nobody {verb}', '{rows} that were never {verb}'),
  row('orders except cancelled ones', '… except {said} ones', '… not {said}'),
  row('orders without cancelled ones', '… without {said} ones', '… not {said}'),
  row('halls w/o bar', '… w / o …', '… without …'),
  row('guests from the depot Kiel', '… from the {name} {said}', '… with {name} {said}'),
  // Rows that have nothing in a column.
  ...['never', 'not'].flatMap((no) => [
    row(
      `employees who have ${no} got a raise`,
      `… who {aux} ${no} {got} {any} {lacking}`,
      '… without {lacking!}',
    ),
    row(
      `employees that have ${no} got a raise`,
      `… that {aux} ${no} {got} {any} {lacking}`,
      '… without {lacking!}',
    ),
    row(
      `how many employees have ${no} had a single raise`,
      `how many {x} {aux} ${no} {got} {any} {lacking}`,
      'how many {x} without {lacking!}',
    ),
    row(
      `how many employees have ${no} had a raise so far`,
      `how many {x} {aux} ${no} {got} {any} {lacking} so far`,
      'how many {x} without {lacking!}',
    ),
    row(
      `which employees ${no} got a raise`,
      `which {rows} {aux} ${no} {got} {any} {lacking}`,
      '{rows} without {lacking!}',
    ),
  ]),
  row(
    'number of people without any raise',
    '{x} without {any} {lacking}',
    '{x} without {lacking!}',
  ),
  row('employees with no raise date', '{x} with no {lacking} date', '{x} without {lacking!}'),
  row('employees with no raise', '{x} with no {lacking}', '{x} without {lacking!}'),
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
    'people with no phone on file',
    '{rows} with no {lacking} on file',
    '{rows} without {lacking!}',
  ),
  row(
    'people without a phone on file',
    '{rows} without {any} {lacking} on file',
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
    'which {rows} {aux} missing {any} {lacking}',
    '{rows} without {lacking!}',
  ),
  row('people missing a phone', '{rows} missing {any} {lacking}', '{rows} without {lacking!}'),
  row(
    'who of our people is missing a phone',
    'who of our {rows} is missing {any} {lacking}',
    '{rows} without {lacking!}',
  ),
  ...['empty', 'missing', 'blank'].flatMap((empty) => [
    row(
      `people with ${empty} phone, how many`,
      `{x} with {any} ${empty} {lacking} , how many`,
      'how many {x} without {lacking!}',
    ),
    row(
      `people with ${empty} phone`,
      `{x} with {any} ${empty} {lacking}`,
      '{x} without {lacking!}',
    ),
  ]),
  // Kinds that a column tells without being called so.
  row('employees by contract type', '{x} by {category} type', '{x} by {category}'),
  row('employees by contract kind', '{x} by {category} kind', '{x} by {category}'),
  row('employees by type of contract', '{x} by type of {category}', '{x} by {category}'),
  row('employees by kind of contract', '{x} by kind of {category}', '{x} by {category}'),
  row('employees by team and contract type', '… and {category} type', '… and {category}'),
  row('employees by team and by contract kind', '… and by {category} kind', '… and {category}'),
  row('employees per team, split by kind of contract', '{x} , split by {y}', '{x} and {y}'),
  row('employees by team and then by contract', '{x} and then by {name}', '{x} and {name}'),
  row('employees broken down by team', '{x} broken down by {y}', '{x} by {y}'),
  // Numbers of rows that are called by what they number.
  row('employee counts by team', '{rows} counts {y}', 'number of {rows} {y}'),
  row('staff numbers by team', '{rows} numbers {y}', 'number of {rows} {y}'),
  // Who is not what a column says.
  row('people who work part time', '… work part time', '… are not full time'),
  row('people who are part time', '… are part time', '… are not full time'),
  row('employees on part time', '… on part time', '… that are not full time'),
  row('part time employees', '… part time {rows} …', '… {rows} that are not full time …'),
  row('part time employees', '… part time {rows}', '… not full time {rows}'),
  row('number of part timers', '… part timers', '… people that are not full time'),
  row('number of full timers', '… full timers', '… people that are full time'),
  row('not working full time', '… not working full time', '… not full time'),
  row('without a full time job', '… without a full time job', '… that are not full time'),
  // A share of all.
  ...['percentage', 'share', 'proportion'].flatMap((share) => [
    row(
      `of all employees, what ${share} is remote`,
      `of all {rows} , what ${share} {x}`,
      `what percentage of {rows} {x}`,
    ),
  ]),
  // Lists.
  row('all customer cities without duplicates', 'all {x} without duplicates', 'different {x}'),
  row('customer cities without duplicates', '{x} without duplicates', 'different {x}'),
  row('show me lighting items we sell', '{x} we sell', '{x}'),
  row('show me lighting items we have', '{x} we have', '{x}'),
  // All that is known of rows.
  row('show me the customer details', '… {rows} details', '… all details of {rows}'),
  row('store info', '… {rows} info', '… all details of {rows}'),
  // Times before what they are said of.
  row('2025 orders per status', '{year} {x}', '{x} in {year}'),
  row('march 2025 orders', '{period} {x}', '{x} in {period}'),
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
    'on which {x} did we have the {y}',
    'which {x} had the {y}',
  ),
  row(
    'in which month did we have the most orders',
    'in which {x} did we have the {y}',
    'which {x} had the {y}',
  ),
  row('monthly orders 2025', 'monthly {x} {period}', 'number of {x} by month in {period}'),
  row('monthly revenue 2025', 'monthly {x} {period}', '{x} by month in {period}'),
  row('monthly orders', 'monthly {x}', 'number of {x} by month'),
];

/** Questions whose number is that of what another one lists. */
export const COUNTING: readonly Rewording[] = [
  row('how many customers never ordered', 'how many {x}', 'which {x}'),
  row('number of customers who never ordered', 'number of {x}', '{x}'),
];

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
  'spend spends spent spending pay pays paid earn earns earned generate generates generated'.split(
    ' ',
  ),
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

/** Follow-ups in other words, said after an answer. */
const rowsOf = (example: string, said: string, means: string): readonly Rewording[] =>
  ['records', 'rows', 'entries'].map((word) =>
    row(example.replace('records', word), said.replace('records', word), means),
  );

/** Rows of questions that no answer goes before: their rows are those of a value or a column, or any. */
export const UNREFERRED: readonly Rewording[] = [
  row('how many are returned', 'how many are {said}', 'number of {rows!} that are {said}'),
  row('how many were returned', 'how many were {said}', 'number of {rows!} that are {said}'),
  row('how many are in Germany', 'how many are in {said}', 'number of {rows!} in {said}'),
  row('which are returned', 'which are {said}', '{rows!} that are {said}'),
  row('which ones are returned', 'which ones are {said}', '{rows!} that are {said}'),
  row('which ones are in Germany', 'which ones are in {said}', '{rows!} in {said}'),
  ...rowsOf('records per country', 'records per {name}', 'number of {rows!} per {name}'),
  ...rowsOf('records by country', 'records by {name}', 'number of {rows!} by {name}'),
  ...rowsOf(
    'number of records for each country',
    '… records for each {name}',
    '… {rows!} for each {name}',
  ),
  ...rowsOf('number of records per country', '… records per {name}', '… {rows!} per {name}'),
  ...rowsOf('number of records by country', '… records by {name}', '… {rows!} by {name}'),
  ...rowsOf('number of records in orders', 'number of records in {rows}', 'number of {rows}'),
  ...rowsOf('how many records are in orders', 'how many records are in {rows}', 'number of {rows}'),
  ...rowsOf(
    'how many records are there in orders',
    'how many records are there in {rows}',
    'number of {rows}',
  ),
  ...rowsOf(
    'how many records does orders have',
    'how many records does {rows} have',
    'number of {rows}',
  ),
  ...rowsOf(
    'how many records do orders have',
    'how many records do {rows} have',
    'number of {rows}',
  ),
];

export const FOLLOWING: readonly Rewording[] = [
  row('no, I meant by category', 'no , i meant {x}', '{x} instead'),
  row('no, I meant by category', 'no i meant {x}', '{x} instead'),
  row('no, by category', 'no , {x}', '{x} instead'),
  row('sorry, I meant by category', 'sorry , i meant {x}', '{x} instead'),
  row('sorry, by category', 'sorry , {x}', '{x} instead'),
  row('I meant by category', 'i meant {x}', '{x} instead'),
  row('I mean by category', 'i mean {x}', '{x} instead'),
  row('actually by category', 'actually {x}', '{x} instead'),
  row('rather by category', 'rather {x}', '{x} instead'),
  row('only 3, please', '… please', '…'),
  row('vacation instead', '{x} instead', 'what about {x}'),
  row('no, I meant the sum', 'the {verb} instead', 'and the {verb}'),
  row('make it 10', 'make it {n}', 'only the first {n}'),
  row('make that 10', 'make that {n}', 'only the first {n}'),
  row('only delivered ones', '… {said} ones', '… {said}'),
  row('just online orders', 'just {said} {rows}', 'only {said}'),
  row('only online orders', 'only {said} {rows}', 'only {said}'),
  row('just those with newsletter yes', 'just those {x}', 'only {x}'),
  row('only those with newsletter yes', 'only those {x}', '{x}'),
  row('only the ones with a bar', 'only the ones {x}', '{x}'),
  row('same for 2025', 'same for {x}', 'what about {x}'),
  row('the same for 2025', 'the same for {x}', 'what about {x}'),
  row('same but for 2025', 'same but {x}', 'what about {x}'),
  row('without cancelled', 'without {said}', 'not {said}'),
  row('without cancelled orders', 'without {said} {rows}', 'not {said}'),
  row('without cancelled ones', 'without {said} ones', 'not {said}'),
  row('without the cancelled', 'without the {said}', 'not {said}'),
  row('excluding cancelled orders', 'excluding {said} {rows}', 'not {said}'),
  row('excluding cancelled ones', 'excluding {said} ones', 'not {said}'),
  row('except cancelled orders', 'except {said} {rows}', 'not {said}'),
  row('except cancelled', 'except {said}', 'not {said}'),
  row('not the cancelled ones', 'not the {said} ones', 'not {said}'),
  row('the maximum', 'the {verb}', 'and the {verb}'),
  row('count', 'count', 'how many?'),
  row('count them', 'count them', 'how many?'),
  row('how many are there', 'how many are there', 'how many?'),
  row('how many are they', 'how many are they', 'how many?'),
  row('highest first', 'highest first', 'sort descending'),
  row('lowest first', 'lowest first', 'sort ascending'),
  row('without cancelled', 'without {x}', 'excluding {x}'),
  row('moved?', '{said}', 'what about {said}'),
  row('moved orders', '{said} {rows}', 'what about {said}'),
  row('and cancelled', 'and {said}', 'what about {said}'),
  row('in 2025 please', '{period}', 'what about {period}'),
  row('only 2025 orders', 'only {period} {rows}', 'only {period}'),
  row('start over: how many bands are there', 'start over : {x}', '{x}'),
  row('new question: how many bands are there', 'new question : {x}', '{x}'),
];
