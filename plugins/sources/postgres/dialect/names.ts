import { lookupTable } from '#src/sql/lookup-table.ts';
import { type Fields, isFields, list, textOr, unwrap } from './nodes.ts';

/**
 * The name that PostgreSQL gives a result column without an alias (`FigureColname` in parse_target.c), read off the
 * tree of its parser.
 */
export function columnName(expr: unknown): string {
  return figure(expr)?.name ?? '?column?';
}

/** A weak name gives way to that of the type or form around it. */
interface Figured {
  readonly name: string;
  readonly weak: boolean;
}

const strong = (name: string | undefined): Figured | null =>
  name === undefined ? null : { name, weak: false };

/** The text of the last String of a list, skipping other nodes. */
function lastText(nodes: unknown): string | undefined {
  const found = list(nodes).flatMap((node) => {
    const [kind, fields] = unwrap(node);
    return kind === 'String' ? [textOr(fields['sval']) ?? ''] : [];
  });
  return found.at(-1);
}

const FIXED: Readonly<Record<string, string>> = lookupTable({
  GroupingFunc: 'grouping',
  A_ArrayExpr: 'array',
  RowExpr: 'row',
  CoalesceExpr: 'coalesce',
  JsonObjectConstructor: 'json_object',
  JsonArrayConstructor: 'json_array',
  JsonArrayQueryConstructor: 'json_array',
  JsonObjectAgg: 'json_objectagg',
  JsonArrayAgg: 'json_arrayagg',
  JsonParseExpr: 'json',
  JsonScalarExpr: 'json_scalar',
  JsonSerializeExpr: 'json_serialize',
});

function figure(expr: unknown): Figured | null {
  const [kind, fields] = unwrap(expr);
  const fixed = FIXED[kind];
  if (fixed) return strong(fixed);
  switch (kind) {
    case 'ColumnRef':
      return strong(lastText(fields['fields']));
    case 'A_Indirection':
      return strong(lastText(fields['indirection'])) ?? figure(fields['arg']);
    case 'FuncCall':
      return strong(lastText(fields['funcname']));
    case 'A_Expr':
      return fields['kind'] === 'AEXPR_NULLIF' ? strong('nullif') : null;
    case 'JsonFuncExpr':
      return strong(String(fields['op']).replace(/_OP$/, '').toLowerCase());
    case 'CollateClause':
      return figure(fields['arg']);
    case 'MinMaxExpr':
      return strong(fields['op'] === 'IS_LEAST' ? 'least' : 'greatest');
    case 'SQLValueFunction':
      return strong(valueFunctionName(fields));
    case 'TypeCast':
      return orWeak(figure(fields['arg']), castName(fields));
    case 'CaseExpr':
      return orWeak(fields['defresult'] ? figure(fields['defresult']) : null, 'case');
    case 'SubLink':
      return subqueryName(fields);
    default:
      return null;
  }
}

function orWeak(inner: Figured | null, name: string | undefined): Figured | null {
  if (inner && !inner.weak) return inner;
  return name === undefined ? inner : { name, weak: true };
}

function castName({ typeName }: Fields): string | undefined {
  return isFields(typeName) ? lastText(typeName['names']) : undefined;
}

/** `CURRENT_DATE` and the like, lower case, without the brackets of a precision. */
export function valueFunctionName({ op }: Fields): string {
  const name = String(op)
    .replace(/^SVFOP_/, '')
    .replace(/_N$/, '')
    .toLowerCase();
  return name;
}

function subqueryName({ subLinkType, subselect }: Fields): Figured | null {
  if (subLinkType === 'EXISTS_SUBLINK') return strong('exists');
  if (subLinkType === 'ARRAY_SUBLINK') return strong('array');
  if (subLinkType !== 'EXPR_SUBLINK') return null;
  let [, select] = unwrap(subselect);
  while (isFields(select['larg'])) select = select['larg'];
  const [first] = list(select['targetList']);
  if (first === undefined) return strong(select['valuesLists'] ? 'column1' : undefined);
  const [, target] = unwrap(first);
  const name = textOr(target['name']);
  return name === null ? figure(target['val']) : strong(name);
}
