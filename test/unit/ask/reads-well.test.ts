import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { untracedNumbers } from '#src/ask/number-trace.ts';
import { type CompanyWorld, openCompany } from './analytics/world.ts';

const DOCTORS = `doctor_id,full_name,specialty,hired_on,salary
1,Ada Moss,Surgery,2015-02-01,120000
2,Ben Lane,Surgery,2019-05-01,95000
3,Cara Frost,Pediatrics,2021-08-01,88000
4,Dev Quill,Cardiology,2023-01-15,131000`;
const PATIENTS = `patient_id,full_name,city,insurer
1,Ida Park,Oslo,Aetna
2,Jon Reed,Bergen,Cigna
3,Kim Stone,Oslo,
4,Lou Tully,Bergen,Aetna
5,Mia Park,Oslo,Cigna`;
const VISITS = `visit_id,patient_id,doctor_id,visited_on,status,fee
1,1,1,2025-01-10,completed,100
2,1,2,2025-02-11,completed,150
3,1,1,2025-03-12,cancelled,90
4,2,1,2025-04-13,completed,210
5,2,3,2026-01-14,completed,60
6,3,1,2026-02-15,completed,75
7,4,2,2026-03-16,cancelled,80`;

const PORTS = `port_id,name,country
1,Hamburg,Germany
2,Oslo,Norway
3,Genoa,Italy`;
const VESSELS = `vessel_id,name,flag,capacity
1,Aurora,Malta,4000
2,Boreal,Panama,9500
3,Calypso,Malta,2500
4,Dorado,Norway,7000`;
const VOYAGES = `voyage_id,vessel_id,port_id,departed_on
1,1,1,2025-02-01
2,1,2,2025-06-01
3,2,1,2026-01-05
4,3,2,2026-03-09`;
const CONTAINERS = `container_id,voyage_id,cargo,weight
1,1,Steel,12.5
2,1,Grain,8.0
3,2,Steel,20.0
4,3,Grain,9.5
5,4,Grain,4.0`;

const LEGS = `voyage_id,leg,miles
1,1,100
1,2,250
2,1,400
3,1,90
3,2,60
3,3,75`;

const write = (files: Readonly<Record<string, string>>) => (folder: string) =>
  Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(path.join(folder, `${name}.csv`), text)),
  );

/** The start of the explanation, and what the lineage says. */
type Case = readonly [question: string, explanation: string, lineage?: string];

const CLINIC: readonly Case[] = [
  [
    'how many patients and how many doctors do we have',
    'The number of patients is 5 and the number of doctors is 4.',
    'Number of patients, number of doctors from patients, doctors',
  ],
  [
    'how many more patients are in Oslo than in Bergen',
    'The number of patients (city is Oslo) minus number of patients (city is Bergen) is 1.',
    'Number of patients (city is Oslo) minus number of patients (city is Bergen) from patients',
  ],
  [
    'difference between the highest and lowest salary',
    'The maximum salary minus minimum salary is 43,000.',
    'Maximum salary minus minimum salary from doctors',
  ],
  [
    'highest and lowest fee',
    'The maximum fee is 210 and the minimum fee is 60.',
    'Maximum fee, minimum fee from visits',
  ],
  ['patients without visits', 'There is one patient without visits: Mia Park.'],
  [
    'doctors with no visits in 2026',
    'There is one doctor without visits in 2026: Dev Quill.',
    'Rows from doctors, visits; without visits in 2026',
  ],
  [
    'doctors with at least 2 visits in 2025',
    'There is one doctor where number of visits in 2025 is at least 2: Ada Moss.',
  ],
  [
    'doctors who treated patients from Oslo',
    'There are 2 doctors with visits of patients where city is Oslo: Ada Moss, Ben Lane. Ignored in the question: "treated".',
  ],
  [
    'doctors whose salary is above average',
    'There are 2 doctors where salary is more than the average salary: Ada Moss, Dev Quill.',
  ],
  [
    'patients whose name starts with Ida',
    'There is one patient where full name starts with Ida: Ida Park.',
  ],
  [
    'patients whose name contains Park',
    'There are 2 patients where full name contains Park: Ida Park, Mia Park.',
  ],
  ['name and salary of the best paid doctor', 'Dev Quill has the highest salary: 131,000.'],
  ['how many specialties are there', 'There are 3 specialties.'],
  [
    'how many patients did each doctor see',
    'Number of patients by full name: Ada Moss (3), Ben Lane (2), Cara Frost (1).',
  ],
  [
    'earliest hired on',
    'The earliest hired on is February 1, 2015.',
    'Earliest hired on from doctors',
  ],
  [
    'visits with fee between 80 and 100',
    'There are 3 visits where fee is between 80 and 100: 1, 3, 7.',
  ],
  [
    'latest visited on per doctor',
    'Latest visited on by full name: Ben Lane (March 16, 2026), Ada Moss (February 15, 2026), Cara Frost (January 14, 2026).',
  ],
  [
    'doctors sorted by salary',
    'There are 4 doctors, lowest salary first: Cara Frost, Ben Lane, Ada Moss, Dev Quill.',
  ],
  ['doctor with the highest total fee', 'Ada Moss has the highest total fee.'],
  [
    'doctors with total fee between 100 and 300',
    'There is one doctor where total fee is between 100 and 300: Ben Lane.',
  ],
  ['doctors hired before 2018', 'There is one doctor hired before January 1, 2018: Ada Moss.'],
  ['visits in March 2026', 'There is one visit visited in March 2026: 7.'],
  [
    'doctor with the highest salary in each specialty',
    'There are 3 doctors with the highest salary of each specialty, sorted by specialty.',
    'Rows from doctors; with the highest salary of each specialty',
  ],
  [
    'top 2 doctors by total fee in each specialty',
    'Total fee by specialty, full name (the first 2 of each specialty, highest total fee first): Pediatrics, Cara Frost (60); Surgery, Ada Moss (475); Surgery, Ben Lane (230).',
  ],
  [
    'doctors whose salary is above the average of their specialty',
    'There is one doctor where salary is more than the average salary of the same specialty: Ada Moss.',
  ],
  ['total fee by status in 2026', 'Total fee by status in 2026: completed (135), cancelled (80).'],
  [
    'total fee where status is cancelled by status',
    'Total fee by status where status is cancelled: cancelled (170).',
  ],
];

const SHIPPING: readonly Case[] = [
  [
    'how many vessels and how many ports are there',
    'The number of vessels is 4 and the number of ports is 3.',
  ],
  [
    'top 2 ports by number of voyages in 2025',
    'Number of voyages (2025) by port name: Hamburg (1), Oslo (1).',
  ],
  [
    'vessels that sailed to both Hamburg and Oslo',
    'There is one vessel with voyages of ports where port name is Hamburg and with voyages of ports where port name is Oslo: Aurora. Ignored in the question: "sailed".',
  ],
  [
    'ports that received no Steel',
    'There is one port without containers of voyages where cargo is Steel: Genoa. Ignored in the question: "received".',
  ],
  [
    'number of voyage legs per voyage',
    'Number of voyage legs by voyage id: 3 (3), 1 (2), 2 (1).',
    'Number of voyage legs from voyage legs, voyages; by voyage id',
  ],
  [
    'voyages by vessel and port',
    'The number of voyages is 1 for all 4 combinations of vessel name and port name.',
  ],
  [
    'cargo with the highest total weight',
    'Steel has the highest total weight.',
    'Rows from containers; by cargo; highest total weight first; only the first row',
  ],
  [
    'name and flag of the largest vessel',
    'The vessel with the highest capacity: vessel name Boreal, flag Panama.',
  ],
];

const MEMBERS = `member_id,full_name,city,joined,cancelled_on,fee
1,Ana Frey,Oslo,2025-02-01,2026-01-31,40
2,Bo Lind,Oslo,2025-05-12,,55
3,Cy Marsh,Bergen,2026-01-20,2026-06-30,40
4,Di Noor,Bergen,2026-02-03,,55
5,Ed Olsen,Oslo,2026-03-09,,40`;
const CLASSES = `class_id,member_id,room_id,held_on,minutes
1,1,1,2025-03-01,60
2,3,2,2026-02-01,45
3,4,1,2026-02-08,45
4,4,2,2026-02-09,90`;
const ROOMS = `room_id,room_name
1,Loft
2,Hall
3,Yard`;

/** Rows with several dates: a label names the one that a period was applied to. */
const GYM: readonly Case[] = [
  [
    'how many members cancelled in 2026',
    'There were 2 members cancelled in 2026. Each of the 2 cities has 1.',
    'Number of members from members; cancelled in 2026',
  ],
  [
    'how many members joined in 2026',
    'There were 3 members in 2026 (joined). By city, Bergen leads with 2 (67%); Oslo is last with 1.',
    'Number of members from members; joined in 2026',
  ],
  [
    'number of members by city with joined in 2026',
    'Number of members by city in 2026 (joined): Bergen (2), Oslo (1).',
  ],
  [
    'how many members joined in 2025 and cancelled in 2026',
    'There was 1 member in 2025 (joined) cancelled in 2026.',
  ],
  ['how many classes in 2026', 'There were 3 classes in 2026.'],
  ['number of classes of members who joined in 2026', 'There were 3 classes in 2026 (joined).'],
  [
    'how many classes were attended by members who cancelled in 2026',
    'There were 2 classes cancelled in 2026. Each of the 2 cities has 1. Ignored in the question: "attended".',
  ],
];

const SCHEMAS = [
  ['a clinic', { doctors: DOCTORS, patients: PATIENTS, visits: VISITS }, CLINIC],
  [
    'a shipping company',
    { ports: PORTS, vessels: VESSELS, voyages: VOYAGES, containers: CONTAINERS, voyage_legs: LEGS },
    SHIPPING,
  ],
  ['a gym', { members: MEMBERS, classes: CLASSES }, GYM],
] as const;

for (const [name, files, cases] of SCHEMAS)
  describe(`explanations of answers of ${name}`, () => {
    let world: CompanyWorld;

    before(async () => {
      world = await openCompany(write(files), '2026-11-25');
    });
    after(() => world.close());

    for (const [question, text, line] of cases)
      it(question, async () => {
        const { result, explanation, lineage, data, breakdown } = await world.ask(question);
        expect(result, explanation).to.equal('success');
        expect(explanation).to.equal(text);
        if (line) expect(lineage?.text).to.equal(line);
        const { period, filters, measures } = lineage!;
        const untraced = untracedNumbers(explanation, {
          rows: [...data!.rows, ...(breakdown?.rows ?? [])],
          groups: breakdown?.rows ?? [],
          counts: [data!.rows.length],
          context: [period, ...filters, ...measures],
        });
        expect(untraced, explanation).to.deep.equal([]);
      });
  });

describe('what an answer left out or took for granted', () => {
  let world: CompanyWorld;

  before(async () => {
    world = await openCompany(
      write({ members: MEMBERS, classes: CLASSES, rooms: ROOMS }),
      '2026-11-25',
    );
  });
  after(() => world.close());

  it('is a warning where nothing was read in a word', async () => {
    const { verification, explanation, assumptions } = await world.ask(
      'which member won the most classes',
    );
    expect(verification.status).to.equal('warning');
    expect(explanation).to.contain('Ignored in the question: "won".');
    expect(assumptions.join(' ')).to.not.contain('Ignored in the question');
  });

  const lacking: readonly (readonly [question: string, lacks: string])[] = [
    ['classes of members from Oslo, total', 'The question asks for a total'],
    ['members with classes in all rooms', 'The question asks for "all rooms"'],
  ];
  for (const [question, lacks] of lacking)
    it(`is a warning of a list that lacks it: ${question}`, async () => {
      const { verification, explanation } = await world.ask(question);
      expect(verification.status).to.equal('warning');
      expect(explanation).to.contain(lacks);
    });

  for (const question of ['members with classes', 'members from Oslo', 'members sorted by city'])
    it(`is nothing in ${question}`, async () => {
      expect((await world.ask(question)).verification.status).to.equal('checked');
    });

  it('names the date that an analysis goes by where rows have several', async () => {
    const { assumptions } = await world.ask('trend of fee of members joined');
    expect(assumptions).to.contain('Dates use joined from members.');
  });

  for (const question of ['share of members from Oslo', 'share of members by city'])
    it(`says that the SQL does not hold the shares: ${question}`, async () => {
      const { assumptions } = await world.ask(question);
      expect(assumptions).to.contain(
        'Shares are calculated from the SQL result and rounded to 0.1%.',
      );
    });
});

describe('rows that a value stands for', () => {
  const SHEET = `visit_id,visit_date,animal,species,owner,fee
1,2025-01-03,Rex,Dog,Holm,40
2,2025-02-03,Rex,Dog,Holm,90
3,2025-03-03,Mia,Cat,Lund,45
4,2025-03-05,Bella,Dog,Berg,310`;
  let world: CompanyWorld;

  before(async () => {
    world = await openCompany(write({ visits: SHEET }), '2026-11-25');
  });
  after(() => world.close());

  const told = 'Rows of visits are counted.';
  it('are told of where the question does not name them', async () => {
    expect((await world.ask('how many dogs are there')).assumptions).to.include(told);
    expect((await world.ask('how many visits of dogs')).assumptions).to.not.include(told);
  });
});
