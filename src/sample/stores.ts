export interface Store {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly region: string;
  readonly openedOn: string;
  /** Where its customers live. */
  readonly country: string;
  readonly towns: readonly string[];
  /** How much is sold here, against the others. */
  readonly weight: number;
}

const US = 'United States';

type StoreLine = readonly [
  name: string,
  city: string,
  region: string,
  openedOn: string,
  country: string,
  towns: readonly string[],
  weight: number,
];

/** Five regions; customers live in towns around the stores, so that no town is a store's city too. */
const LINES: readonly StoreLine[] = [
  ['Lakeshore Market', 'Chicago', 'North', '2016-04-09', US, ['Evanston', 'Oak Park'], 14],
  ['Mill City Goods', 'Minneapolis', 'North', '2018-09-22', US, ['Edina', 'Bloomington'], 9],
  ['Motor Row Outlet', 'Detroit', 'North', '2019-05-11', US, ['Dearborn', 'Ann Arbor'], 7],
  ['Third Ward House', 'Milwaukee', 'North', '2021-10-02', US, ['Wauwatosa', 'Racine'], 6],
  ['Arch District', 'Columbus', 'North', '2024-06-15', US, ['Dublin', 'Westerville'], 5],
  ['Peachtree Place', 'Atlanta', 'South', '2015-03-14', US, ['Decatur', 'Marietta'], 12],
  ['Bayou Corner', 'Houston', 'South', '2017-08-05', US, ['Sugar Land', 'Pearland'], 10],
  ['Congress Avenue', 'Austin', 'South', '2019-11-16', US, ['Round Rock', 'Pflugerville'], 8],
  ['Biscayne Hall', 'Miami', 'South', '2022-02-12', US, ['Hialeah', 'Coral Gables'], 8],
  ['Music Row Market', 'Nashville', 'South', '2025-03-29', US, ['Franklin', 'Brentwood'], 5],
  ['Harbor Yard', 'Boston', 'East', '2014-05-17', US, ['Cambridge', 'Somerville'], 12],
  ['Hudson Arcade', 'New York', 'East', '2015-10-24', US, ['Yonkers', 'Hoboken'], 18],
  ['Liberty Market', 'Philadelphia', 'East', '2018-03-03', US, ['Camden', 'Upper Darby'], 9],
  ['Inner Harbor House', 'Baltimore', 'East', '2020-09-19', US, ['Towson', 'Dundalk'], 6],
  ['Steel Bridge Goods', 'Pittsburgh', 'East', '2024-09-07', US, ['Bethel Park', 'Monroeville'], 5],
  ['Pine Street', 'Seattle', 'West', '2015-06-20', US, ['Tacoma', 'Bellevue'], 13],
  ['Pearl District', 'Portland', 'West', '2017-04-29', US, ['Beaverton', 'Gresham'], 9],
  ['Mission Works', 'San Francisco', 'West', '2016-11-05', US, ['Oakland', 'Daly City'], 14],
  ['Union Depot', 'Denver', 'West', '2020-07-18', US, ['Aurora', 'Lakewood'], 8],
  ['Sonoran Square', 'Phoenix', 'West', '2025-08-23', US, ['Mesa', 'Tempe'], 5],
  [
    'Thames Gallery',
    'London',
    'Europe',
    '2019-02-23',
    'United Kingdom',
    ['Croydon', 'Watford'],
    13,
  ],
  ['Spree Hof', 'Berlin', 'Europe', '2021-05-08', 'Germany', ['Potsdam', 'Bernau'], 9],
  ['Canal House', 'Amsterdam', 'Europe', '2022-09-10', 'Netherlands', ['Haarlem', 'Zaandam'], 7],
  ['Rive Gauche', 'Paris', 'Europe', '2024-03-16', 'France', ['Versailles', 'Montreuil'], 8],
];

export const STORES: readonly Store[] = LINES.map(
  ([name, city, region, openedOn, country, towns, weight], index) => {
    return { id: index + 1, name, city, region, openedOn, country, towns, weight };
  },
);
