import { expect } from 'chai';
import { JoinGraph } from '#src/planner/joins.ts';
import { catalogFromSql } from '../../fakes/offline-catalog.ts';

const table = (name: string, columns: string, rows: number) =>
  `CREATE TABLE ${name} AS SELECT ${columns} FROM range(${rows}) r(i)`;

const AROUND = [
  table('regions', "'R' || i AS region_code, 'Region ' || i AS region_name", 10),
  table('shops', "i + 1 AS shop_id, 'R' || i % 10 AS region_code", 20),
  table('orders', 'i + 1 AS order_id, 1 + i % 20 AS shop_id', 60),
];

async function wayFrom(from: string, to: string, statements: readonly string[]) {
  const data = await catalogFromSql(statements);
  try {
    const result = new JoinGraph(data.catalog).path(from, to);
    return result.kind === 'path' ? result.path.map((hop) => hop.to) : result.kind;
  } finally {
    await data.close();
  }
}

describe('ways between tables', () => {
  it('lead over others', async () => {
    expect(await wayFrom('orders', 'regions', AROUND)).to.deep.equal(['shops', 'regions']);
  });

  it('lead over no others where a column names the key and has other values', async () => {
    const groups = table(
      'groups',
      "i + 1 AS group_id, i + 1 AS order_id, 'Q' || i % 9 AS region_code",
      40,
    );
    expect(await wayFrom('groups', 'shops', [...AROUND, groups])).to.deep.equal([
      'orders',
      'shops',
    ]);
    for (const [from, to] of [
      ['groups', 'regions'],
      ['regions', 'groups'],
    ] as const)
      expect(await wayFrom(from, to, [...AROUND, groups])).to.equal('none');
  });

  it('that are equally good are told apart by what favours one', async () => {
    const between = [
      table('students', 'i + 1 AS student_id', 20),
      table('courses', 'i + 1 AS course_id', 10),
      ...['attendance', 'waiting'].map((name) =>
        table(name, '1 + i % 20 AS student_id, 1 + (i * 7) % 10 AS course_id', 60),
      ),
    ];
    const data = await catalogFromSql(between);
    try {
      const graph = new JoinGraph(data.catalog);
      expect(graph.path('students', 'courses').kind).to.equal('ambiguous');
      const by = (name: string) =>
        graph.guided((path) => path.filter(({ to }) => to === name).length);
      const found = by('attendance').path('students', 'courses');
      expect(found.kind === 'path' && found.path.map(({ to }) => to)).to.deep.equal([
        'attendance',
        'courses',
      ]);
      expect(by('regions').path('students', 'courses').kind).to.equal('ambiguous');
    } finally {
      await data.close();
    }
  });
});
