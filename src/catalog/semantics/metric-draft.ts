import type {
  BaseColumn,
  CallNode,
  ExprNode,
  FilterFacts,
  OperationNode,
  QueryFacts,
} from '#src/plugin-api/query-facts.ts';
import { columnNodes } from '#src/sql/nodes.ts';

/** A measure of a statement, as the draft of a metric: nobody has signed it. */
export interface MetricDraft {
  /** The words of the column that it sums; null where no name is near. */
  readonly name: string | null;
  readonly table: string;
  /** An aggregate over columns of the table. */
  readonly expression: string;
  /** Conditions of the statement on the table, of which a metric may have some. */
  readonly filters: readonly string[];
  /** Conditions that no metric of the table can have: on other tables, or computed from a subquery. */
  readonly others: readonly string[];
}

/**
 * The measures of a statement over tables, each computed from columns of one of them. Empty where it has none: a
 * measure of several tables, of a subquery or of a window is no metric.
 */
export function metricDrafts({ root }: QueryFacts): readonly MetricDraft[] {
  const { sources, outputs, filters, setOperation, distinct } = root;
  if (setOperation || distinct || sources.some(({ derived }) => derived !== null)) return [];
  const drafts = outputs
    .filter(({ aggregates }) => aggregates.length > 0)
    .flatMap(({ node }): MetricDraft[] => {
      const [table, second] = tablesOf(node);
      const own = table ?? (sources.length === 1 ? sources[0]?.table : undefined);
      const expression = sqlOf(node);
      if (!own || second !== undefined || expression === null) return [];
      const of = (filter: FilterFacts) => conditionOn(own, filter);
      return [
        {
          name: nameOf(node),
          table: own,
          expression,
          filters: filters.flatMap((filter) => of(filter) ?? []),
          others: filters.filter((filter) => of(filter) === null).map(({ printed }) => printed),
        },
      ];
    });
  return drafts.filter(
    (draft, at) => drafts.findIndex(({ expression }) => expression === draft.expression) === at,
  );
}

/** A sum is called as what it sums; other aggregates of it would be read as that, too. */
function nameOf(node: ExprNode): string | null {
  if (node.kind !== 'call' || node.name !== 'sum') return null;
  const [column, second] = new Set(node.args.flatMap(baseOf).map((one) => one?.column));
  return column && second === undefined ? column.replaceAll('_', ' ') : null;
}

const baseOf = (node: ExprNode): readonly (BaseColumn | null)[] =>
  columnNodes(node).map(({ column, of }) => (of === null ? column : null));

const tablesOf = (node: ExprNode): readonly string[] => [
  ...new Set(baseOf(node).map((column) => column?.table ?? '')),
];

/** A condition as SQL over the columns of one table; null where no metric of the table can have it. */
export function conditionOn(table: string, { node }: FilterFacts): string | null {
  const tables = tablesOf(node);
  return tables.length === 1 && tables[0] === table ? sqlOf(node) : null;
}

/** An expression as SQL over the bare columns of its table; null where it has anything that a metric cannot have. */
function sqlOf(node: ExprNode): string | null {
  switch (node.kind) {
    case 'column':
      return node.column && node.of === null ? quoted(node.column.column) : null;
    case 'literal':
      if (node.type === 'text')
        return node.text.includes('\\') ? null : `'${node.text.replaceAll("'", "''")}'`;
      return node.type === 'other' ? null : node.text.toUpperCase();
    case 'row':
      return '*';
    case 'call':
      return callSql(node);
    case 'operation':
      return operationSql(node);
    case 'cast': {
      const arg = sqlOf(node.arg);
      return arg && `CAST(${arg} AS ${node.type.toUpperCase()})`;
    }
    default:
      return null;
  }
}

const quoted = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : `"${name}"`);

/** Each of them as SQL; null where one cannot be. */
function allSql(nodes: readonly ExprNode[]): readonly string[] | null {
  const texts = nodes.map(sqlOf);
  return texts.includes(null) ? null : (texts as readonly string[]);
}

function callSql({ name, args, distinct, filter, over }: CallNode): string | null {
  const texts = allSql(args);
  const condition = filter && sqlOf(filter);
  if (!texts || over || (filter && !condition)) return null;
  const all = name === 'count' && texts.length === 0 ? '*' : texts.join(', ');
  const call = `${name.toUpperCase()}(${distinct ? 'DISTINCT ' : ''}${all})`;
  return condition ? `${call} FILTER (WHERE ${condition})` : call;
}

const INFIX: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '%', '||', '=', '<>', '<', '<=', '>', '>=', 'and', 'or'],
]);

function operationSql({ op, args }: OperationNode): string | null {
  const texts = allSql(args);
  if (!texts) return null;
  const bracketed = texts.map((text, at) => (args[at]?.kind === 'operation' ? `(${text})` : text));
  const [first = '', ...rest] = bracketed;
  const word = op.toUpperCase();
  switch (op) {
    case 'not':
      return `NOT ${first}`;
    case 'is null':
    case 'is not null':
      return `${first} ${word}`;
    case 'in':
    case 'not in':
      return `${first} ${word} (${rest.join(', ')})`;
    case 'between':
    case 'not between':
      return `${first} ${word} ${rest.join(' AND ')}`;
    case 'case': {
      const pairs = texts.length - (texts.length % 2);
      const whens = texts
        .slice(0, pairs)
        .map((text, at) => `${at % 2 === 0 ? 'WHEN' : 'THEN'} ${text}`);
      const last = texts.length > pairs ? [`ELSE ${texts.at(-1)}`] : [];
      return ['CASE', ...whens, ...last, 'END'].join(' ');
    }
    case 'like':
    case 'not like':
      return rest.length === 1 ? `${first} ${word} ${rest[0]}` : null;
    default:
      if (!INFIX.has(op)) return null;
      return rest.length === 0 ? `${op}${first}` : bracketed.join(` ${word} `);
  }
}
