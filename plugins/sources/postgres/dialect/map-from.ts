import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeBaseTable, TreeExpr, TreeJoin, TreeTable } from '#src/sql/select/tree.ts';
import type { ExpressionMapper } from './map-expressions.ts';
import type { QueryMapping } from './mapping.ts';
import {
  type Fields,
  isFields,
  items,
  known,
  list,
  notAllowed,
  only,
  textOr,
  texts,
  unwrap,
} from './nodes.ts';
import { typeName } from './types.ts';

/** Kinds of joins by PostgreSQL's names of them. */
export const JOINS = {
  JOIN_INNER: 'inner',
  JOIN_LEFT: 'left',
  JOIN_RIGHT: 'right',
  JOIN_FULL: 'full',
} as const;

interface Alias {
  readonly alias: string | null;
  readonly columnAliases: readonly string[];
}

/** Maps the items of FROM. Throws `Refused`. */
export class FromMapper {
  private readonly queries: QueryMapping;
  private readonly expressions: ExpressionMapper;

  constructor(queries: QueryMapping, expressions: ExpressionMapper) {
    this.queries = queries;
    this.expressions = expressions;
  }

  table(value: unknown): TreeTable {
    const [kind, fields] = unwrap(value);
    switch (kind) {
      case 'RangeVar':
        return this.baseTable(fields, true);
      case 'RangeTableSample':
        return this.sample(fields);
      case 'RangeSubselect': {
        known(kind, fields, 'lateral', 'subquery', 'alias');
        const query = this.queries.statement(fields['subquery']);
        return {
          kind: 'derived',
          query,
          ...aliasOf(fields['alias']),
          lateral: fields['lateral'] === true,
        };
      }
      case 'RangeFunction':
        return this.tableFunction(fields);
      case 'JoinExpr':
        return this.join(fields);
      default:
        return notAllowed(kind === 'JsonTable' ? 'JSON_TABLE' : 'This FROM');
    }
  }

  private baseTable(fields: Fields, replaceable: boolean): TreeBaseTable {
    known('FROM', fields, 'catalogname', 'schemaname', 'relname', 'inh', 'relpersistence', 'alias');
    if (fields['inh'] !== true) notAllowed('ONLY');
    const names = [fields['schemaname'], fields['relname']].flatMap((each) => textOr(each) ?? []);
    if (fields['catalogname'] !== undefined)
      throw new Refused(
        'table_not_in_catalog',
        `Write ${names.join('.')} without the database before it.`,
      );
    const { spans } = this.queries;
    const span = spans.withStar(spans.name(fields['location'], names));
    return { kind: 'table', names, span, ...aliasOf(fields['alias']), replaceable };
  }

  /** TABLESAMPLE needs the table itself; only one that gives the same rows each time. */
  private sample(fields: Fields): TreeBaseTable {
    known('TABLESAMPLE', fields, 'relation', 'method', 'args', 'repeatable');
    const [method, ...more] = texts(fields['method']);
    if (more.length > 0 || (method !== 'system' && method !== 'bernoulli'))
      notAllowed('This TABLESAMPLE');
    if (fields['repeatable'] === undefined)
      throw new Refused('node_not_allowed', 'Write TABLESAMPLE with REPEATABLE (1).');
    for (const each of [...list(fields['args']), fields['repeatable']])
      if (this.expressions.expr(each).kind !== 'literal') notAllowed('This TABLESAMPLE');
    const [kind, table] = unwrap(fields['relation']);
    return kind === 'RangeVar' ? this.baseTable(table, false) : notAllowed('This TABLESAMPLE');
  }

  private tableFunction(fields: Fields): TreeTable {
    known(
      'FROM',
      fields,
      ...['lateral', 'ordinality', 'is_rowsfrom', 'functions', 'alias', 'coldeflist'],
    );
    const calls = list(fields['functions']).map((each): TreeExpr => {
      const [call, definition] = items(each);
      if (isFields(definition) && Object.keys(definition).length > 0)
        notAllowed('A column definition list inside ROWS FROM');
      return this.expressions.expr(call);
    });
    const definitions = list(fields['coldeflist']).map((each) => {
      const column = only(each, 'ColumnDef', 'colname', 'typeName', 'is_local');
      if (isFields(column['typeName'])) typeName(column['typeName']);
      return textOr(column['colname']) ?? '';
    });
    return {
      kind: 'function',
      calls,
      ...aliasOf(fields['alias']),
      definedColumns: definitions.length > 0 ? definitions : null,
      ordinality: fields['ordinality'] === true,
    };
  }

  private join(fields: Fields): TreeJoin {
    if (fields['join_using_alias']) notAllowed('USING (…) AS');
    known(
      'JOIN',
      fields,
      ...['jointype', 'isNatural', 'larg', 'rarg', 'usingClause', 'quals', 'alias', 'rtindex'],
    );
    const type = JOINS[fields['jointype'] as keyof typeof JOINS] ?? notAllowed('This JOIN');
    const natural = fields['isNatural'] === true;
    const using = texts(fields['usingClause']);
    const on = fields['quals'] === undefined ? null : this.expressions.expr(fields['quals']);
    const { alias, columnAliases } = aliasOf(fields['alias']);
    if (columnAliases.length > 0) notAllowed('A join with column names');
    const isCross = type === 'inner' && !natural && using.length === 0 && !on;
    return {
      kind: 'join',
      type: isCross ? 'cross' : type,
      natural,
      using,
      on,
      left: this.table(fields['larg']),
      right: this.table(fields['rarg']),
      alias,
    };
  }
}

function aliasOf(value: unknown): Alias {
  if (value === undefined) return { alias: null, columnAliases: [] };
  if (!isFields(value)) notAllowed('This alias');
  known('alias', value, 'aliasname', 'colnames');
  return { alias: textOr(value['aliasname']), columnAliases: texts(value['colnames']) };
}
