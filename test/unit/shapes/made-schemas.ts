import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

/** A thing of a made schema: its table, and how rows and columns are called. */
interface Things {
  readonly one: string;
  readonly many: string;
  /** Columns by what they are for, as a question says them. */
  readonly kind: string;
  readonly kinds: readonly string[];
  readonly place: string;
  readonly places: readonly string[];
  readonly amount: string;
  readonly other: string;
}

/** Rows, what belongs to them, and other rows that belong to them. */
export interface MadeSchema {
  readonly owner: Things;
  readonly owned: Things;
  readonly awards: readonly [string, string];
}

const things = (
  [one, many]: readonly [string, string],
  [kind, kinds]: readonly [string, string],
  [place, places]: readonly [string, string],
  amount: string,
  other: string,
): Things => ({
  ...{ one, many, kind, kinds: kinds.split(' '), place, places: places.split(' '), amount, other },
});

export const SCHEMAS: readonly MadeSchema[] = [
  {
    owner: things(
      ['studio', 'studios'],
      ['style', 'modern rustic gothic'],
      ['city', 'Ghent Bruges Ostend'],
      'rent',
      'area',
    ),
    owned: things(
      ['lesson', 'lessons'],
      ['dance', 'salsa tango swing'],
      ['level', 'beginner advanced expert'],
      'price',
      'duration',
    ),
    awards: ['prize', 'prizes'],
  },
  {
    owner: things(
      ['ferry', 'ferries'],
      ['fuel', 'diesel electric hybrid'],
      ['harbour', 'Bergen Turku Tallinn'],
      'capacity',
      'speed',
    ),
    owned: things(
      ['crossing', 'crossings'],
      ['tariff', 'saver basic flexible'],
      ['weather', 'calm foggy stormy'],
      'delay',
      'distance',
    ),
    awards: ['repair', 'repairs'],
  },
  {
    owner: things(
      ['bakery', 'bakeries'],
      ['format', 'counter cafe kiosk'],
      ['district', 'Kreuz Mitte Wedding'],
      'turnover',
      'staff_size',
    ),
    owned: things(
      ['cake', 'cakes'],
      ['flavour', 'lemon almond cherry'],
      ['shape', 'round square oval'],
      'weight',
      'calories',
    ),
    awards: ['inspection', 'inspections'],
  },
  {
    owner: things(
      ['orchestra', 'orchestras'],
      ['genre', 'baroque romantic jazz'],
      ['country', 'Latvia Norway Chile'],
      'budget',
      'fame',
    ),
    owned: things(
      ['musician', 'musicians'],
      ['instrument', 'violin oboe tuba'],
      ['rank', 'soloist deputy trainee'],
      'salary',
      'experience',
    ),
    awards: ['recording', 'recordings'],
  },
  {
    owner: things(
      ['farm', 'farms'],
      ['method', 'organic mixed intensive'],
      ['county', 'Kent Devon Essex'],
      'acreage',
      'debt',
    ),
    owned: things(
      ['tractor', 'tractors'],
      ['brand', 'Fendt Deutz Steyr'],
      ['colour', 'green red blue'],
      'horsepower',
      'mileage',
    ),
    awards: ['visit', 'visits'],
  },
  {
    owner: things(
      ['library', 'libraries'],
      ['era', 'medieval victorian postwar'],
      ['town', 'Delft Leiden Gouda'],
      'seating',
      'footfall',
    ),
    owned: things(
      ['manuscript', 'manuscripts'],
      ['script', 'latin greek runic'],
      ['condition', 'intact torn faded'],
      'pages',
      'insurance',
    ),
    awards: ['donation', 'donations'],
  },
  {
    owner: things(
      ['vineyard', 'vineyards'],
      ['soil', 'chalk clay granite'],
      ['region', 'Baden Mosel Tokaj'],
      'altitude',
      'yield',
    ),
    owned: things(
      ['wine', 'wines'],
      ['grape', 'riesling merlot syrah'],
      ['closure', 'cork screwcap glass'],
      'acidity',
      'sweetness',
    ),
    awards: ['medal', 'medals'],
  },
  {
    owner: things(
      ['gym', 'gyms'],
      ['size', 'small medium large'],
      ['suburb', 'Parkside Hillview Docklands'],
      'fee',
      'opening_hours',
    ),
    owned: things(
      ['trainer', 'trainers'],
      ['sport', 'boxing rowing judo'],
      ['contract', 'permanent seasonal freelance'],
      'wage',
      'strength',
    ),
    awards: ['complaint', 'complaints'],
  },
  {
    owner: things(
      ['theatre', 'theatres'],
      ['style', 'modernist classical open'],
      ['borough', 'Camden Hackney Brent'],
      'seats',
      'subsidy',
    ),
    owned: things(
      ['play', 'plays'],
      ['language', 'English French Polish'],
      ['mood', 'tragic comic absurd'],
      'length',
      'royalty',
    ),
    awards: ['rehearsal', 'rehearsals'],
  },
  {
    owner: things(
      ['warehouse', 'warehouses'],
      ['climate', 'chilled heated ambient'],
      ['port', 'Gdansk Rostock Malmo'],
      'volume',
      'height',
    ),
    owned: things(
      ['parcel', 'parcels'],
      ['status', 'delivered lost returned'],
      ['carrier', 'Swift Comet Falcon'],
      'postage',
      'thickness',
    ),
    awards: ['audit', 'audits'],
  },
  {
    owner: things(
      ['clinic', 'clinics'],
      ['sector', 'public private charity'],
      ['province', 'Ontario Alberta Quebec'],
      'beds',
      'rating',
    ),
    owned: things(
      ['surgeon', 'surgeons'],
      ['speciality', 'cardiac dental spinal'],
      ['shift', 'day night weekend'],
      'bonus',
      'seniority',
    ),
    awards: ['grant', 'grants'],
  },
  {
    owner: things(
      ['airport', 'airports'],
      ['category', 'regional military international'],
      ['island', 'Corfu Malta Crete'],
      'elevation',
      'traffic',
    ),
    owned: things(
      ['runway', 'runways'],
      ['surface', 'asphalt grass gravel'],
      ['lighting', 'full partial absent'],
      'width',
      'slope',
    ),
    awards: ['incident', 'incidents'],
  },
];

/** A row as the reference sees it: its own cells, and the rows that it belongs to or that belong to it. */
export interface MadeRow {
  readonly cells: Readonly<Record<string, string | number>>;
  readonly owner: MadeRow | null;
  readonly owned: MadeRow[];
  readonly awards: MadeRow[];
}

export interface MadeData {
  readonly schema: MadeSchema;
  readonly owners: readonly MadeRow[];
  readonly owned: readonly MadeRow[];
  readonly awards: readonly MadeRow[];
}

const OWNERS = 9;
/** Owners with as many rows as this each; one has none, and no two have the same number. */
const OWNED = [7, 5, 1, 8, 0, 3, 6, 2, 4];
const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum', 'Hazel', 'Ivy'];
/** Kinds come so often that none is as common as another. */
const PATTERN = [0, 0, 1, 0, 2, 1];

export function dataOf(schema: MadeSchema, seed: number): MadeData {
  const { owner, owned } = schema;
  const cellsOf = (own: Things, at: number, name: string) => ({
    [`${own.one}_id`]: at + 1,
    [`${own.one}_name`]: `${name} ${own.one[0]!.toUpperCase()}${at + 1}`,
    [own.kind]: own.kinds[PATTERN[(at + seed) % 6]!]!,
    [own.place]: own.places[PATTERN[(3 * at + seed + Math.floor(at / 4)) % 6]!]!,
    [own.amount]: 100 + ((at * 37 + seed * 11) % 101),
    [own.other]: 10 + ((at * 17 + seed * 5) % 59),
    age: 3 + ((at * 29 + seed) % 61),
  });
  const owners = Array.from({ length: OWNERS }, (_, at): MadeRow => {
    return { cells: cellsOf(owner, at, NAMES[at]!), owner: null, owned: [], awards: [] };
  });
  const rows: MadeRow[] = [];
  const awards: MadeRow[] = [];
  for (const [at, one] of owners.entries()) {
    for (let index = 0; index < OWNED[(at + seed) % OWNERS]!; index++) {
      const row = {
        ...{ cells: cellsOf(owned, rows.length, NAMES[index]!), owner: one, owned: [], awards: [] },
      };
      one.owned.push(row);
      rows.push(row);
    }
    for (let index = 0; index < at % 3; index++) {
      const cells = { [`${schema.awards[0]}_id`]: awards.length + 1 };
      const row = { cells, owner: one, owned: [], awards: [] };
      one.awards.push(row);
      awards.push(row);
    }
  }
  return { schema, owners, owned: rows, awards };
}

export async function catalogOf({
  schema,
  owners,
  owned,
  awards,
}: MadeData): Promise<OfflineCatalog> {
  const key = `${schema.owner.one}_id`;
  const table = (name: string, rows: readonly MadeRow[]): readonly string[] => {
    const records = rows.map(({ cells, owner }) =>
      owner ? { ...cells, [key]: owner.cells[key]! } : cells,
    );
    const columns = Object.entries(records[0]!).map(
      ([column, cell]) => `"${column}" ${typeof cell === 'number' ? 'INTEGER' : 'VARCHAR'}`,
    );
    const values = records.map(
      (record) =>
        `(${Object.values(record)
          .map((cell) => (typeof cell === 'number' ? cell : `'${cell}'`))
          .join(', ')})`,
    );
    return [
      `CREATE TABLE "${name}" (${columns.join(', ')})`,
      `INSERT INTO "${name}" VALUES ${values.join(', ')}`,
    ];
  };
  return catalogFromSql([
    ...table(schema.owner.many, owners),
    ...table(schema.owned.many, owned),
    ...table(schema.awards[1], awards),
  ]);
}
