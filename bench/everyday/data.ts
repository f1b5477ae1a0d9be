/** Rows of one CSV file, its first row the header. */
export type Sheet = readonly (readonly (string | number | null)[])[];

/** A made company: its tables by file name without the ending. */
export type Company = Readonly<Record<string, Sheet>>;

/** The day that relative periods of all companies count from. */
export const AS_OF = '2025-09-15';

type Draw = () => number;

/** Mulberry32: the same numbers from the same seed. */
function draws(seed: number): Draw {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const whole = (draw: Draw, from: number, to: number) => from + Math.floor(draw() * (to - from + 1));
const pick = <T>(draw: Draw, from: readonly T[]): T => from[whole(draw, 0, from.length - 1)]!;
const money = (draw: Draw, from: number, to: number) =>
  Math.round((from + draw() * (to - from)) * 100) / 100;

/** A day between two, both counted, as YYYY-MM-DD. */
function day(draw: Draw, from: string, to: string): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const days = Math.round((last - first) / 86_400_000);
  return new Date(first + whole(draw, 0, days) * 86_400_000).toISOString().slice(0, 10);
}

const rows = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

const FIRST = [
  ...['Ada', 'Bruno', 'Carla', 'Dmitri', 'Elena', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas'],
  ...['Kira', 'Luis', 'Mona', 'Nils', 'Olga', 'Pavel', 'Rosa', 'Sven', 'Tara', 'Uwe'],
];
const LAST = [
  ...['Abbott', 'Becker', 'Costa', 'Dahl', 'Eriksen', 'Fontana', 'Garcia', 'Hansen', 'Ivanova'],
  ...['Jensen', 'Keller', 'Lopez', 'Moreau', 'Novak', 'Olsen', 'Petrov', 'Quinn', 'Rossi', 'Silva'],
];
const person = (n: number) =>
  `${FIRST[n % FIRST.length]} ${LAST[(n * 7 + Math.floor(n / 20)) % LAST.length]}`;

/** An online shop; names in snake case. */
function shop(): Company {
  const draw = draws(11);
  const cities = ['Berlin', 'Hamburg', 'Munich', 'Vienna', 'Zurich', 'Paris', 'Lyon', 'Madrid'];
  const country: Record<string, string> = {
    ...{ Berlin: 'Germany', Hamburg: 'Germany', Munich: 'Germany', Vienna: 'Austria' },
    ...{ Zurich: 'Switzerland', Paris: 'France', Lyon: 'France', Madrid: 'Spain' },
  };
  const customers = rows(60, (n) => {
    const city = pick(draw, cities);
    const group = pick(draw, ['retail', 'retail', 'wholesale', 'vip']);
    return [n, person(n), city, country[city]!, group, day(draw, '2022-01-01', '2025-08-31')];
  });
  const goods = [
    ...['Desk Lamp', 'Floor Lamp', 'Oak Table', 'Side Table', 'Office Chair', 'Armchair', 'Stool'],
    ...['Bookshelf', 'Wardrobe', 'Rug', 'Curtain', 'Mirror', 'Vase', 'Candle', 'Blanket', 'Pillow'],
    ...['Wall Clock', 'Picture Frame', 'Coat Rack', 'Shoe Cabinet'],
  ];
  const kinds = ['Lighting', 'Tables', 'Seating', 'Storage', 'Decoration', 'Textiles'];
  const kindOf = [0, 0, 1, 1, 2, 2, 2, 3, 3, 5, 5, 4, 4, 4, 5, 5, 4, 4, 3, 3];
  const products = goods.map((name, index) => [
    ...[index + 1, name, kinds[kindOf[index]!]!, money(draw, 5, 480), whole(draw, 0, 120)],
    ...[whole(draw, 1, 6), index === 18 ? 'yes' : 'no'],
  ]);
  const suppliers = ['Nordholz', 'Lumia', 'Casa Bella', 'Textil AG', 'Glaswerk', 'Hofmann'].map(
    (name, index) => [index + 1, name, pick(draw, ['Germany', 'Italy', 'Poland', 'Sweden'])],
  );
  // Nobody below the fifth customer from the end has ordered, and two products were never sold.
  const orders = rows(420, (n) => [
    ...[n, 1 + Math.floor(54 * draw() ** 2), day(draw, '2024-01-01', '2025-09-14')],
    pick(draw, ['delivered', 'delivered', 'delivered', 'shipped', 'cancelled', 'returned']),
    pick(draw, ['card', 'card', 'invoice', 'paypal']),
    money(draw, 0, 15),
  ]);
  const items = orders.flatMap(([order]) =>
    rows(whole(draw, 1, 4), () => {
      const product = whole(draw, 1, 18);
      return [order!, product, whole(draw, 1, 5), products[product - 1]![3] as number];
    }),
  );
  return {
    customers: [
      ['customer_id', 'name', 'city', 'country', 'customer_group', 'signup_date'],
      ...customers,
    ],
    products: [
      ['product_id', 'name', 'category', 'unit_price', 'stock_quantity', 'supplier_id', 'is_new'],
      ...products,
    ],
    suppliers: [['supplier_id', 'name', 'country'], ...suppliers],
    orders: [
      ['order_id', 'customer_id', 'order_date', 'status', 'payment_method', 'shipping_cost'],
      ...orders,
    ],
    order_items: [
      ['item_id', 'order_id', 'product_id', 'quantity', 'unit_price'],
      ...items.map((item, index) => [index + 1, ...item]),
    ],
  };
}

/** A group of practices; names in camel case. */
function practice(): Company {
  const draw = draws(23);
  const fields = ['Cardiology', 'Dermatology', 'Pediatrics', 'Orthopedics', 'Neurology'];
  const doctors = rows(12, (n) => [
    ...[n, FIRST[(n * 3) % 20]!, LAST[(n * 5) % 19]!, fields[n % 5]!],
    ...[day(draw, '2005-01-01', '2023-12-31'), n % 4 === 0 ? 'false' : 'true'],
  ]);
  const patients = rows(90, (n) => [
    ...[n, FIRST[n % 20]!, LAST[(n * 11) % 19]!, n % 2 === 0 ? 'F' : 'M'],
    ...[day(draw, '1940-01-01', '2019-12-31'), pick(draw, ['AOK', 'Barmer', 'TK', 'Private'])],
    n % 9 === 0 ? null : `p${n}@mail.test`,
  ]);
  const visits = rows(500, (n) => {
    const state = pick(draw, ['completed', 'completed', 'completed', 'cancelled', 'noShow']);
    return [
      ...[n, whole(draw, 1, 84), whole(draw, 1, 11), day(draw, '2024-01-01', '2025-09-12'), state],
      ...[whole(draw, 2, 12) * 5, state === 'completed' ? money(draw, 40, 380) : 0],
      pick(draw, ['checkup', 'followUp', 'emergency', 'consultation']),
    ];
  });
  return {
    doctors: [
      ['doctorId', 'firstName', 'lastName', 'specialty', 'hiredOn', 'acceptsNewPatients'],
      ...doctors,
    ],
    patients: [
      ['patientId', 'firstName', 'lastName', 'gender', 'birthDate', 'insurance', 'email'],
      ...patients,
    ],
    appointments: [
      [
        ...['appointmentId', 'patientId', 'doctorId', 'visitDate', 'status', 'durationMinutes'],
        ...['fee', 'visitType'],
      ],
      ...visits,
    ],
  };
}

/** A delivery fleet; names cut short. */
function fleet(): Company {
  const draw = draws(37);
  const makes = { MAN: ['TGX', 'TGS'], Volvo: ['FH', 'FM'], Scania: ['R450', 'S500'] } as const;
  const vehicles = rows(24, (n) => {
    const make = pick(draw, ['MAN', 'Volvo', 'Scania'] as const);
    return [
      ...[n, `HH-${100 + n}`, make, pick(draw, makes[make]), whole(draw, 2012, 2024)],
      ...[whole(draw, 7, 26) * 1000, pick(draw, ['active', 'active', 'repair', 'sold'])],
    ];
  });
  const drivers = rows(18, (n) => [
    ...[n, person(n + 4), day(draw, '2010-01-01', '2024-12-31')],
    ...[pick(draw, ['C', 'CE']), pick(draw, ['Hamburg', 'Bremen', 'Kiel'])],
  ]);
  const trips = rows(600, (n) => {
    const distance = whole(draw, 20, 900);
    return [
      ...[n, whole(draw, 1, 22), whole(draw, 1, 17), day(draw, '2024-06-01', '2025-09-10')],
      ...[distance, Math.round(distance * (0.24 + draw() * 0.14) * 10) / 10],
      ...[whole(draw, 1, 24), money(draw, 90, 1900), n % 13 === 0 ? 'Y' : 'N'],
    ];
  });
  return {
    veh: [['veh_id', 'plate_no', 'make', 'mdl', 'yr_mfg', 'max_wt_kg', 'stat'], ...vehicles],
    drv: [['drv_id', 'drv_name', 'hire_dt', 'lic_cls', 'home_depot'], ...drivers],
    trp: [
      ...[
        ['trp_id', 'veh_id', 'drv_id', 'trp_dt', 'dist_km', 'fuel_l', 'qty_pkg', 'rev_amt', 'late'],
      ],
      ...trips,
    ],
  };
}

/** Personnel; every name begins with what its table is called. */
function personnel(): Company {
  const draw = draws(53);
  const departments = ['Sales', 'Marketing', 'Engineering', 'Support', 'Finance', 'Legal'].map(
    (name, index) => [
      index + 1,
      name,
      pick(draw, ['Boston', 'Denver', 'Austin']),
      (index + 3) * 90000,
    ],
  );
  const staff = rows(75, (n) => {
    const department = whole(draw, 1, 5);
    return [
      ...[n, person(n + 9), department, pick(draw, ['Associate', 'Senior', 'Lead', 'Manager'])],
      ...[
        whole(draw, 38, 190) * 1000 + whole(draw, 0, 9) * 100,
        day(draw, '2012-01-01', '2025-08-20'),
      ],
      ...[n <= 5 ? null : whole(draw, 1, 5), pick(draw, ['full-time', 'full-time', 'part-time'])],
      n % 8 === 0 ? day(draw, '2024-01-01', '2025-08-31') : null,
    ];
  });
  const leave = rows(260, (n) => {
    const from = day(draw, '2024-01-01', '2025-09-01');
    return [
      ...[n, whole(draw, 1, 72), pick(draw, ['vacation', 'vacation', 'sick', 'parental'])],
      ...[from, whole(draw, 1, 15), pick(draw, ['approved', 'approved', 'rejected', 'pending'])],
    ];
  });
  return {
    tbl_dept: [['dept_id', 'dept_name', 'dept_city', 'dept_budget'], ...departments],
    tbl_emp: [
      [
        ...['emp_id', 'emp_name', 'emp_dept_id', 'emp_level', 'emp_salary', 'emp_hire_date'],
        ...['emp_manager_id', 'emp_contract', 'emp_left_on'],
      ],
      ...staff,
    ],
    tbl_leave: [
      ['leave_id', 'leave_emp_id', 'leave_type', 'leave_start', 'leave_days', 'leave_status'],
      ...leave,
    ],
  };
}

/** A wholesaler of drinks; names and values in German. */
function wholesale(): Company {
  const draw = draws(71);
  const towns = ['Köln', 'Bonn', 'Aachen', 'Essen', 'Münster'];
  const clients = rows(40, (n) => [
    ...[n, `${LAST[n % 19]} ${pick(draw, ['GmbH', 'KG', 'AG'])} ${n}`, pick(draw, towns)],
    ...[
      pick(draw, ['Gastronomie', 'Einzelhandel', 'Hotel']),
      day(draw, '2019-01-01', '2025-07-31'),
    ],
  ]);
  const drinks = [
    ...['Pils', 'Weizen', 'Kölsch', 'Riesling', 'Spätburgunder', 'Apfelsaft', 'Orangensaft'],
    ...['Mineralwasser', 'Cola', 'Limonade', 'Espresso', 'Eistee'],
  ];
  const group = ['Bier', 'Bier', 'Bier', 'Wein', 'Wein', 'Saft', 'Saft', 'Wasser'];
  const articles = drinks.map((name, index) => [
    ...[index + 1, name, group[index] ?? 'Softdrink', money(draw, 1, 14), whole(draw, 0, 900)],
  ]);
  const invoices = rows(450, (n) => [
    ...[n, whole(draw, 1, 37), whole(draw, 1, 11), day(draw, '2024-01-01', '2025-09-14')],
    ...[whole(draw, 5, 200), money(draw, 20, 2400), n % 6 === 0 ? 'nein' : 'ja'],
  ]);
  return {
    Kunden: [['KundenNr', 'Firma', 'Ort', 'Branche', 'KundeSeit'], ...clients],
    Artikel: [['ArtikelNr', 'Bezeichnung', 'Warengruppe', 'Preis', 'Lagerbestand'], ...articles],
    Rechnungen: [
      ['RechnungsNr', 'KundenNr', 'ArtikelNr', 'Rechnungsdatum', 'Menge', 'Betrag', 'Bezahlt'],
      ...invoices,
    ],
  };
}

/** Concert halls; every table begins with `t_`. */
function venue(): Company {
  const draw = draws(89);
  const halls = ['Grand Hall', 'Blue Room', 'Cellar', 'Garden Stage'].map((name, index) => [
    ...[
      index + 1,
      name,
      ['Vienna', 'Graz', 'Vienna', 'Linz'][index]!,
      [1800, 400, 120, 650][index]!,
    ],
    index === 3 ? 'N' : 'Y',
  ]);
  const bands = rows(26, (n) => {
    const home = pick(draw, ['France', 'Italy', 'Germany', 'Poland', 'Sweden']);
    const genre = pick(draw, ['jazz', 'rock', 'classical', 'folk']);
    return [n, `The ${LAST[n % 19]!} ${pick(draw, ['Trio', 'Quartet', 'Band'])} ${n}`, home, genre];
  });
  const shows = rows(140, (n) => [
    ...[n, whole(draw, 1, 23), whole(draw, 1, 4), day(draw, '2024-02-01', '2025-09-13')],
    ...[pick(draw, ['played', 'played', 'played', 'cancelled', 'moved']), whole(draw, 60, 180)],
  ]);
  const guests = rows(80, (n) => [
    ...[n, person(n + 2), pick(draw, ['Vienna', 'Graz', 'Linz', 'Salzburg'])],
    ...[pick(draw, ['yes', 'no', 'no']), day(draw, '2021-01-01', '2025-08-30')],
  ]);
  const tickets = rows(900, (n) => [
    ...[n, whole(draw, 1, 132), whole(draw, 1, 74), day(draw, '2024-01-15', '2025-09-10')],
    ...[pick(draw, ['A', 'B', 'C']), money(draw, 12, 95), n % 17 === 0 ? 'Y' : 'N'],
  ]);
  return {
    t_hall: [['hall_id', 'hall_name', 'town', 'seats', 'has_bar'], ...halls],
    t_band: [['band_id', 'band_name', 'home_country', 'genre'], ...bands],
    t_show: [['show_id', 'band_id', 'hall_id', 'show_date', 'state', 'length_min'], ...shows],
    t_guest: [['guest_id', 'full_name', 'town', 'newsletter', 'member_since'], ...guests],
    t_ticket: [
      ['ticket_id', 'show_id', 'guest_id', 'sold_on', 'price_band', 'price', 'refunded'],
      ...tickets,
    ],
  };
}

/** Flats to let; names in Pascal case. */
function letting(): Company {
  const draw = draws(101);
  const agents = rows(7, (n) => [
    ...[n, person(n + 12), pick(draw, ['North', 'South']), day(draw, '2015-01-01', '2024-06-30')],
  ]);
  const flats = rows(48, (n) => [
    ...[n, `${whole(draw, 1, 99)} ${pick(draw, ['Mill', 'Park', 'High', 'Church'])} Street ${n}`],
    ...[pick(draw, ['Leeds', 'York', 'Hull']), whole(draw, 1, 5), whole(draw, 28, 140)],
    ...[pick(draw, ['Yes', 'No']), pick(draw, ['Yes', 'No', 'No']), whole(draw, 1, 6)],
    whole(draw, 1900, 2022),
  ]);
  const people = rows(52, (n) => [
    ...[n, person(n + 6), day(draw, '1950-01-01', '2005-12-31')],
    ...[pick(draw, ['British', 'French', 'Polish', 'Irish']), n % 6 === 0 ? null : `07${700 + n}`],
  ]);
  const leases = rows(110, (n) => {
    const from = day(draw, '2020-01-01', '2025-08-01');
    const to = new Date(Date.parse(from) + whole(draw, 180, 900) * 86_400_000);
    return [
      ...[n, whole(draw, 1, 44), whole(draw, 1, 47), from, to.toISOString().slice(0, 10)],
      ...[whole(draw, 9, 42) * 50, whole(draw, 10, 60) * 50],
    ];
  });
  const repairs = rows(240, (n) => [
    ...[n, whole(draw, 1, 42), day(draw, '2023-01-01', '2025-09-12')],
    ...[pick(draw, ['plumbing', 'electrical', 'heating', 'other']), money(draw, 30, 1400)],
    pick(draw, ['open', 'closed', 'closed', 'closed']),
  ]);
  return {
    Agent: [['AgentId', 'AgentName', 'Office', 'JoinedOn'], ...agents],
    Flat: [
      [
        ...['FlatId', 'Address', 'City', 'Bedrooms', 'AreaSqm', 'HasParking', 'IsFurnished'],
        ...['AgentId', 'YearBuilt'],
      ],
      ...flats,
    ],
    Tenant: [['TenantId', 'TenantName', 'DateOfBirth', 'Nationality', 'Phone'], ...people],
    Lease: [
      ['LeaseId', 'FlatId', 'TenantId', 'StartDate', 'EndDate', 'MonthlyRent', 'Deposit'],
      ...leases,
    ],
    RepairJob: [['JobId', 'FlatId', 'ReportedOn', 'Trade', 'Cost', 'Status'], ...repairs],
  };
}

/** A car dealer; names in German with underscores, no umlauts. */
function dealer(): Company {
  const draw = draws(83);
  const brands = ['Audi', 'BMW', 'Opel', 'Skoda', 'Volkswagen'];
  return {
    mitarbeiter: [
      ['mitarbeiter_id', 'name', 'abteilung', 'gehalt', 'eintrittsdatum', 'standort'],
      ...rows(24, (n) => [
        ...[
          n,
          `${FIRST[n % 17]} ${LAST[n % 19]}`,
          pick(draw, ['Verkauf', 'Werkstatt', 'Verwaltung']),
        ],
        ...[whole(draw, 32, 88) * 1000 + n, day(draw, '2010-01-01', '2025-06-30')],
        pick(draw, ['Hamburg', 'Bremen']),
      ]),
    ],
    kunden: [
      ['kunden_id', 'kundenname', 'stadt', 'kundenart'],
      ...rows(60, (n) => [
        ...[n, `${LAST[n % 19]} ${n}`, pick(draw, ['Hamburg', 'Bremen', 'Kiel', 'Lübeck'])],
        pick(draw, ['Privat', 'Gewerbe']),
      ]),
    ],
    fahrzeuge: [
      ['fahrzeug_id', 'marke', 'modell', 'kraftstoff', 'listenpreis', 'baujahr'],
      ...rows(50, (n) => [
        ...[n, pick(draw, brands), `M${n}`, pick(draw, ['Benzin', 'Diesel', 'Elektro'])],
        ...[whole(draw, 120, 900) * 100 + n, whole(draw, 2015, 2025)],
      ]),
    ],
    verkaeufe: [
      [
        'verkauf_id',
        'fahrzeug_id',
        'kunden_id',
        'mitarbeiter_id',
        'verkaufsdatum',
        'verkaufspreis',
      ],
      ...rows(200, (n) => [
        ...[n, whole(draw, 1, 45), whole(draw, 1, 52), whole(draw, 1, 20)],
        ...[day(draw, '2023-01-01', '2025-09-14'), whole(draw, 10_000, 90_000)],
      ]),
    ],
  };
}

/** An online shop that is run from Germany; names in English. */
function mailorder(): Company {
  const draw = draws(97);
  return {
    customers: [
      ['customer_id', 'name', 'city', 'country', 'signup_date', 'status'],
      ...rows(50, (n) => [
        ...[n, `${FIRST[n % 17]} ${LAST[n % 19]} ${n}`],
        ...pick(draw, [
          ['Berlin', 'Germany'],
          ['Munich', 'Germany'],
          ['Vienna', 'Austria'],
          ['Zurich', 'Switzerland'],
        ]),
        ...[day(draw, '2022-01-01', '2025-08-31'), pick(draw, ['active', 'active', 'inactive'])],
      ]),
    ],
    employees: [
      ['employee_id', 'name', 'department', 'salary', 'hire_date'],
      ...rows(20, (n) => [
        ...[
          n,
          `${FIRST[(n * 3) % 17]} ${LAST[(n * 5) % 19]}`,
          pick(draw, ['Sales', 'Support', 'IT']),
        ],
        ...[whole(draw, 34, 90) * 1000 + n, day(draw, '2015-01-01', '2025-08-31')],
      ]),
    ],
    products: [
      ['product_id', 'name', 'category', 'price', 'stock'],
      ...rows(30, (n) => [
        ...[n, `Article ${n}`, pick(draw, ['Books', 'Toys', 'Garden'])],
        ...[money(draw, 3, 220), whole(draw, 0, 400)],
      ]),
    ],
    orders: [
      ['order_id', 'customer_id', 'employee_id', 'order_date', 'amount', 'status'],
      ...rows(300, (n) => [
        ...[n, whole(draw, 1, 44), whole(draw, 1, 17), day(draw, '2024-01-01', '2025-09-14')],
        ...[money(draw, 10, 900), pick(draw, ['open', 'shipped', 'shipped', 'cancelled'])],
      ]),
    ],
    order_items: [
      ['order_id', 'product_id', 'quantity'],
      ...rows(600, (n) => [whole(draw, 1, 300), ((n * 7) % 26) + 1, whole(draw, 1, 9)]),
    ],
    invoices: [
      ['invoice_id', 'order_id', 'invoice_date', 'due_date', 'paid'],
      ...rows(240, (n) => [
        ...[n, n, day(draw, '2024-01-05', '2025-09-14'), day(draw, '2025-09-15', '2025-10-30')],
        n % 5 === 0 ? 'no' : 'yes',
      ]),
    ],
  };
}

/** A hotel; names in German, words written together. */
function hotel(): Company {
  const draw = draws(101);
  return {
    Gäste: [
      ['GastNr', 'Nachname', 'Wohnort', 'Land', 'Geburtsjahr'],
      ...rows(70, (n) => [
        ...[n, `${LAST[n % 19]}${n}`, pick(draw, ['Wien', 'Graz', 'Zürich', 'München'])],
        ...[pick(draw, ['Österreich', 'Schweiz', 'Deutschland']), whole(draw, 1945, 2004)],
      ]),
    ],
    Zimmer: [
      ['ZimmerNr', 'Kategorie', 'Zimmerpreis', 'Stockwerk'],
      ...rows(30, (n) => [
        ...[n, pick(draw, ['Einzel', 'Doppel', 'Suite']), whole(draw, 60, 420) + n / 100],
        whole(draw, 1, 5),
      ]),
    ],
    Buchungen: [
      ['BuchungsNr', 'GastNr', 'ZimmerNr', 'Buchungsdatum', 'Nächte', 'Gesamtpreis', 'Status'],
      ...rows(260, (n) => [
        ...[n, whole(draw, 1, 63), whole(draw, 1, 27), day(draw, '2024-01-01', '2025-09-14')],
        ...[
          whole(draw, 1, 14),
          money(draw, 80, 3000),
          pick(draw, ['bestätigt', 'storniert', 'offen']),
        ],
      ]),
    ],
    Bewertungen: [
      ['BewertungsNr', 'BuchungsNr', 'Sterne', 'Bewertungsdatum'],
      ...rows(120, (n) => [n, n * 2, whole(draw, 1, 5), day(draw, '2024-02-01', '2025-09-14')]),
    ],
  };
}

/** The made companies, by name. */
export const COMPANIES: Readonly<Record<string, () => Company>> = {
  ...{ shop, practice, fleet, personnel, wholesale, venue, letting },
  ...{ dealer, mailorder, hotel },
};

const cell = (value: string | number | null) => {
  const text = value === null ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvOf = (sheet: Sheet): string =>
  `${sheet.map((row) => row.map(cell).join(',')).join('\n')}\n`;
