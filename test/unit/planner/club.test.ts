import { type Asked, describeAnswers } from './answered.ts';

const ACTIVE = `lower(trim("Status"))='active'`;
const KIEL = `lower("Town")='kiel'`;

/** One sheet of a club, kept by hand: words in several spellings, gaps, fees with their sign. */
const ASKED: Asked = {
  answered: [
    ['members born in 1980', `SELECT "Name" FROM members WHERE "Year of birth"=1980`],
    ['how many members are there', 'SELECT count(*) FROM members'],
    ['active members', `SELECT "Name" FROM members WHERE ${ACTIVE}`],
    ['how many members are active', `SELECT count(*) FROM members WHERE ${ACTIVE}`],
    ['members in Kiel', `SELECT "Name" FROM members WHERE ${KIEL}`],
    ['how many members live in Kiel', `SELECT count(*) FROM members WHERE ${KIEL}`],
    ['members not from Kiel', `SELECT "Name" FROM members WHERE NOT ${KIEL}`],
    ['members from Lubeck', `SELECT "Name" FROM members WHERE "Town"='Lübeck'`],
    ['members in Kiel or Plön', `SELECT "Name" FROM members WHERE ${KIEL} OR "Town"='Plön'`],
    [
      'active tennis members in Kiel',
      `SELECT "Name" FROM members WHERE ${ACTIVE} AND "Section"='Tennis' AND ${KIEL}`,
    ],
    [
      'active and honorary members',
      `SELECT "Name" FROM members WHERE ${ACTIVE} OR "Status"='Honorary'`,
    ],
    [
      'tennis and chess members',
      `SELECT "Name" FROM members WHERE "Section" IN ('Tennis','Chess')`,
    ],
    ['members in the tennis section', `SELECT "Name" FROM members WHERE "Section"='Tennis'`],
    ['members by section', 'SELECT "Section",count(*) FROM members GROUP BY 1'],
    ['members by town', 'SELECT "Town",count(*) FROM members GROUP BY 1'],
    ['members by year of birth', 'SELECT "Year of birth",count(*) FROM members GROUP BY 1'],
    [
      'members by year',
      `SELECT CAST(date_trunc('year',"Member since") AS DATE),count(*) FROM members GROUP BY 1`,
    ],
    ['members since 2020', `SELECT "Name" FROM members WHERE "Member since">='2020-01-01'`],
    ['newest member', `SELECT 'Udo Lind'`],
    ['oldest member', `SELECT 'Leo Falk'`],
    ['youngest tennis member', `SELECT 'Fritz Lind'`],
    ['members with remark trainer', `SELECT "Name" FROM members WHERE "Remarks"='trainer'`],
    ['members who pay late', `SELECT "Name" FROM members WHERE "Remarks"='pays late'`],
    ['annual fee of Anna Moser', `SELECT '80 €'`],
    [
      'members with an annual fee of 120 €',
      `SELECT "Name" FROM members WHERE "Annual fee"='120 €'`,
    ],
    [
      'names and towns of tennis members',
      `SELECT "Name","Town" FROM members WHERE "Section"='Tennis'`,
    ],
    ['member number of Carl Holm', 'SELECT 102'],
    ['which section has the most members', `SELECT 'Tennis'`],
    ['how many sections are there', 'SELECT count(DISTINCT "Section") FROM members'],
  ],
  open: [
    'total annual fee',
    'members with a fee over 50',
    'members who joined in 2020',
    'members who paid',
    'members aged over 60',
    'average age',
    'email addresses',
    'longest serving member',
  ],
};

describeAnswers('everyday questions about a club', 'club', ASKED);
