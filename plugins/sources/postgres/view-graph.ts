import type { CatalogTable, ViewReads } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';
import { type KnownView, relationKey, ViewLineage } from '#src/sql/select/view-lineage.ts';
import { namedTable, type ViewReading } from '#src/sql/select/view-reading.ts';
import { DEFINITIONS, ENUMS } from './catalog-sql.ts';
import type { Connections, ReadOptions } from './connections.ts';
import { readView } from './dialect/index.ts';
import type { Texts } from './flight.ts';
import { RELATION_SHAPES, VIEW_FACTS } from './own-code-sql.ts';
import type { RelationProblems } from './own-relations.ts';
import type { OwnTypes } from './own-types.ts';
import type { Relation } from './relation.ts';

export interface Shape {
  readonly schema: string;
  readonly table: string;
  /** `pg_class.relkind`. */
  readonly kind: string;
  readonly owner: string;
  /** A view that reads with the rights of whoever asks. */
  readonly isInvoker: boolean;
  readonly forcesPolicies: boolean;
  /** Whether its owner passes all row security by. */
  readonly ownerBypasses: boolean;
  readonly columns: readonly ShapeColumn[];
}

interface ShapeColumn {
  readonly number: string;
  readonly name: string;
  readonly type: string;
}

/** What the rule of a view needs: oids, and of relations the number of the column (0: of the table itself). */
interface ViewFact {
  readonly kind: string;
  readonly oid: string;
  readonly column: string;
}

/** Views, materialized views and what they read, through each other. */
export class Views {
  readonly #shapes: ReadonlyMap<string, Shape>;
  readonly #facts: ReadonlyMap<string, readonly ViewFact[]>;
  readonly #definitions: ReadonlyMap<string, Definition>;
  readonly #oids: ReadonlyMap<string, string>;
  #lineage: ViewLineage | null = null;

  constructor(
    shapes: ReadonlyMap<string, Shape>,
    facts: ReadonlyMap<string, readonly ViewFact[]>,
    definitions: ReadonlyMap<string, Definition>,
  ) {
    this.#shapes = shapes;
    this.#facts = facts;
    this.#definitions = definitions;
    this.#oids = new Map([...shapes].map(([oid, shape]) => [nameOf(shape), oid]));
  }

  get views(): readonly string[] {
    return [...this.#definitions.keys()];
  }

  #definition(oid: string): Definition {
    return this.#definitions.get(oid) ?? UNSEEN;
  }

  shape(oid: string): Shape | undefined {
    return this.#shapes.get(oid);
  }

  /** Why a view would run what the guard refuses, or code of users, by itself; null where it does not. */
  problem(
    oid: string,
    types: OwnTypes,
    problems: ReadonlyMap<string, RelationProblems>,
  ): string | null {
    const view = this.#shapes.get(oid);
    // What a materialized view shows was computed when it was refreshed.
    if (view?.kind !== 'v') return null;
    const { refusal } = this.#definition(oid);
    if (refusal !== null) return `its definition uses SQL that questions can't use: ${refusal}`;
    for (const fact of this.#facts.get(oid) ?? []) {
      if (fact.kind === 'code') return 'it calls a database function';
      if (fact.kind === 'type' && types.runs(fact.oid)) return types.why(fact.oid);
      const problem = problems.get(fact.oid);
      if (fact.kind !== 'relation' || !problem) continue;
      if (problem.always !== null) return `it reads a table that is left out: ${problem.always}`;
      if (problem.policy && this.#meetsPolicies(view, this.#shapes.get(fact.oid)))
        return 'it reads a table whose row security calls a database function';
    }
    return this.#ownTyped(oid, types);
  }

  /** What a view shows of other relations. */
  reads(oid: string): ViewReads {
    const shape = this.#shapes.get(oid);
    const columns = shape?.columns.map(({ name }) => name) ?? [];
    this.#lineage ??= new ViewLineage(
      new Map(
        this.views.flatMap((view): [string, KnownView][] => {
          const known = this.#shapes.get(view);
          const { reading } = this.#definition(view);
          const relations = this.#relationsBelow(view).flatMap((below) => {
            const relation = this.#shapes.get(below);
            return relation ? [nameOf(relation)] : [];
          });
          return known
            ? [[nameOf(known), { reading, relations, below: this.#allBelow(view) }]]
            : [];
        }),
      ),
    );
    return this.#lineage.reads(shape ? nameOf(shape) : '', columns);
  }

  /** A column whose type runs code of users may be passed on as it is, and nothing else. */
  #ownTyped(oid: string, types: OwnTypes): string | null {
    if (types.isEmpty) return null;
    const { reading } = this.#definition(oid);
    const runs = ({ table, column }: BaseColumn) => this.#typeOf(table, column, types);
    const used =
      reading === null
        ? this.#allBelow(oid)
        : [
            ...reading.elsewhere,
            ...reading.compared,
            ...reading.outputs.filter(({ isPlain }) => !isPlain).flatMap(({ columns }) => columns),
          ];
    const found = used.find((column) => runs(column) !== null);
    return found ? `it calculates with a column where ${runs(found)}` : null;
  }

  /** Why the type of a column runs code of users; null where it does not. */
  #typeOf(table: string, column: string, types: OwnTypes): string | null {
    const shape = this.#shapes.get(this.#oids.get(table) ?? '');
    const type = shape?.columns.find(({ name }) => name === column)?.type;
    return type !== undefined && types.runs(type) ? types.why(type) : null;
  }

  /** Whether row security of a table could hold for a view that reads it. */
  #meetsPolicies(view: Shape, table: Shape | undefined): boolean {
    if (view.isInvoker) return true;
    if (view.ownerBypasses) return false;
    return !(table && table.owner === view.owner && !table.forcesPolicies);
  }

  #relationsBelow(oid: string): readonly string[] {
    const facts = this.#facts.get(oid) ?? [];
    return [...new Set(facts.filter(({ kind }) => kind === 'relation').map((each) => each.oid))];
  }

  #allBelow(oid: string): readonly BaseColumn[] {
    return this.#relationsBelow(oid).flatMap((below) => {
      const shape = this.#shapes.get(below);
      return shape ? shape.columns.map(({ name }) => ({ table: nameOf(shape), column: name })) : [];
    });
  }
}

/** A view's definition, read; `reading` null: it could not be, `refusal`: what no statement may have in it. */
interface Definition {
  readonly reading: ViewReading | null;
  readonly refusal: string | null;
}

const UNSEEN: Definition = { reading: null, refusal: "it isn't visible" };

/** Reads the relations and, with all that is below them, their views. */
export async function readViews(
  connections: Connections,
  relations: readonly Relation[],
  options: ReadOptions,
): Promise<Views> {
  const facts = new Map<string, ViewFact[]>();
  const found = await connections.rows<Texts<4>>({ sql: VIEW_FACTS }, options);
  for (const [view, kind, oid, column] of found) {
    const known = facts.get(view) ?? [];
    known.push({ kind, oid, column });
    facts.set(view, known);
  }
  const reached = new Set(relations.map(({ oid }) => oid));
  for (const oid of reached)
    for (const fact of facts.get(oid) ?? []) if (fact.kind === 'relation') reached.add(fact.oid);
  const shapes = await readShapes(connections, [...reached], options);
  const views = [...reached].filter((oid) => /^[vm]$/.test(shapes.get(oid)?.kind ?? ''));
  if (views.length === 0) return new Views(shapes, facts, new Map());
  const types = await connections.rows<Texts<1>>({ sql: ENUMS }, options);
  const enums = new Set(types.map(([name]) => name));
  const texts = await connections.rows<readonly [oid: string, definition: string | null]>(
    { sql: DEFINITIONS, values: [JSON.stringify(views)] },
    options,
  );
  const definitions = new Map<string, Definition>();
  for (const [oid, definition] of texts) {
    const below = (facts.get(oid) ?? []).filter(({ kind }) => kind === 'relation');
    definitions.set(oid, await readDefinition(definition, below, shapes, enums));
  }
  return new Views(shapes, facts, definitions);
}

async function readDefinition(
  definition: string | null,
  below: readonly ViewFact[],
  shapes: ReadonlyMap<string, Shape>,
  enums: ReadonlySet<string>,
): Promise<Definition> {
  if (definition === null) return UNSEEN;
  const tables = [...new Set(below.map(({ oid }) => oid))].flatMap((oid): CatalogTable[] => {
    const shape = shapes.get(oid);
    if (!shape) return [];
    const { schema, table, columns } = shape;
    const names = columns.map(({ name }) => name);
    return [namedTable({ database: null, schema, table }, names, nameOf(shape))];
  });
  const { refusal, reading } = await readView(definition, tables, enums);
  return { reading: reading && agrees(reading, below, shapes) ? reading : null, refusal };
}

/** Whether a reading has all columns that the server says the view depends on. */
function agrees(
  reading: ViewReading,
  below: readonly ViewFact[],
  shapes: ReadonlyMap<string, Shape>,
): boolean {
  const read = new Set(reading.all.map(({ table, column }) => JSON.stringify([table, column])));
  return below.every(({ oid, column }) => {
    if (column === '0') return true;
    const shape = shapes.get(oid);
    const name = shape?.columns.find(({ number }) => number === column)?.name;
    return shape && name !== undefined && read.has(JSON.stringify([nameOf(shape), name]));
  });
}

type ShapeRow = readonly [
  ...[oid: string, schema: string, table: string, kind: string, owner: string],
  ...[invoker: string | null, forced: string | null, bypasses: string | null],
  columns: string | null,
];

async function readShapes(
  connections: Connections,
  oids: readonly string[],
  options: ReadOptions,
): Promise<ReadonlyMap<string, Shape>> {
  const rows = await connections.rows<ShapeRow>(
    { sql: RELATION_SHAPES, values: [JSON.stringify(oids)] },
    options,
  );
  return new Map(
    rows.map(([oid, schema, table, kind, owner, invoker, forced, bypasses, columns]) => [
      oid,
      {
        ...{ schema, table, kind, owner },
        isInvoker: invoker === 't',
        forcesPolicies: forced === 't',
        ownerBypasses: bypasses === 't',
        columns: ((JSON.parse(columns ?? 'null') ?? []) as [number, string, string][]).map(
          ([number, name, type]) => ({ number: String(number), name, type }),
        ),
      },
    ]),
  );
}

const nameOf = ({ schema, table }: Pick<Shape, 'schema' | 'table'>) => relationKey(schema, table);
