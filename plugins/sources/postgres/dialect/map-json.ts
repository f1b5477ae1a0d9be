import { lookupTable } from '#src/sql/lookup-table.ts';
import type { TreeCall, TreeExpr } from '#src/sql/select/tree.ts';
import { operation, plainCall } from '#src/sql/select/tree-nodes.ts';
import type { ExpressionMapping, QueryMapping } from './mapping.ts';
import { type Fields, isFields, known, list, notAllowed, only, unwrap } from './nodes.ts';
import { typeName } from './types.ts';

const FUNCTIONS: Readonly<Record<string, string>> = lookupTable({
  JSON_EXISTS_OP: 'json_exists',
  JSON_QUERY_OP: 'json_query',
  JSON_VALUE_OP: 'json_value',
});

/** Maps the forms that SQL:2016 gave JSON (`JSON_OBJECT(…)`, `IS JSON`, `JSON_VALUE(…)`). Throws `Refused`. */
export class JsonMapper {
  private readonly queries: QueryMapping;
  private readonly expressions: ExpressionMapping;

  constructor(queries: QueryMapping, expressions: ExpressionMapping) {
    this.queries = queries;
    this.expressions = expressions;
  }

  /** The expression of a node of a Json… kind; null for another kind. */
  form(kind: string, fields: Fields): TreeExpr | null {
    switch (kind) {
      case 'JsonObjectConstructor':
        known(kind, fields, 'exprs', 'output', 'absent_on_null', 'unique');
        return this.call('json_object', this.pairs(fields['exprs']), fields['output']);
      case 'JsonArrayConstructor':
        known(kind, fields, 'exprs', 'output', 'absent_on_null');
        return this.call('json_array', this.values(fields['exprs']), fields['output']);
      case 'JsonArrayQueryConstructor': {
        known(kind, fields, 'query', 'output', 'format', 'absent_on_null');
        const query = this.queries.statement(fields['query']);
        checkOutput(fields['output']);
        return { kind: 'subquery', mode: 'array', negated: false, outer: null, query };
      }
      case 'JsonObjectAgg':
        known(kind, fields, 'constructor', 'arg', 'absent_on_null', 'unique');
        return this.aggregate('json_objectagg', this.pair(fields['arg']), fields);
      case 'JsonArrayAgg':
        known(kind, fields, 'constructor', 'arg', 'absent_on_null');
        return this.aggregate('json_arrayagg', [this.value(fields['arg'])], fields);
      case 'JsonIsPredicate':
        known(kind, fields, 'expr', 'format', 'item_type', 'unique_keys');
        return operation('is json', this.expressions.expr(fields['expr']));
      case 'JsonFuncExpr':
        return this.path(fields);
      case 'JsonParseExpr':
        known(kind, fields, 'expr', 'output', 'unique_keys');
        return this.call('json', [this.value(fields['expr'])], fields['output']);
      case 'JsonScalarExpr': {
        known(kind, fields, 'expr', 'output');
        const arg = this.expressions.expr(fields['expr']);
        return this.call('json_scalar', [arg], fields['output']);
      }
      case 'JsonSerializeExpr':
        known(kind, fields, 'expr', 'output');
        return this.call('json_serialize', [this.value(fields['expr'])], fields['output']);
      default:
        return null;
    }
  }

  private call(name: string, args: readonly TreeExpr[], output: unknown): TreeCall {
    checkOutput(output);
    return plainCall(name, args);
  }

  private aggregate(name: string, args: readonly TreeExpr[], fields: Fields): TreeCall {
    const { constructor: parts } = fields;
    if (!isFields(parts)) notAllowed('This aggregate');
    known('aggregate', parts, 'output', 'agg_filter', 'agg_order', 'over');
    const { agg_filter: filter, over } = parts;
    return {
      ...this.call(name, args, parts['output']),
      filter: filter === undefined ? null : this.expressions.expr(filter),
      orderBy: this.queries.order(parts['agg_order']),
      over: isFields(over) ? this.expressions.over(over) : null,
    };
  }

  private path(fields: Fields): TreeExpr {
    known(
      'JSON function',
      fields,
      ...['op', 'context_item', 'pathspec', 'passing', 'output', 'on_empty', 'on_error'],
      ...['wrapper', 'quotes'],
    );
    const passing = list(fields['passing']).map((each) =>
      this.value(only(each, 'JsonArgument', 'val', 'name')['val']),
    );
    const others = [fields['on_empty'], fields['on_error']].flatMap((each) =>
      isFields(each) && each['expr'] !== undefined ? [this.expressions.expr(each['expr'])] : [],
    );
    const path = this.expressions.expr(fields['pathspec']);
    const name = FUNCTIONS[String(fields['op'])] ?? notAllowed('This JSON function');
    const args = [this.value(fields['context_item']), path, ...passing, ...others];
    return this.call(name, args, fields['output']);
  }

  private pairs(value: unknown): readonly TreeExpr[] {
    return list(value).flatMap((each) => this.pair(only(each, 'JsonKeyValue', 'key', 'value')));
  }

  private pair(value: unknown): readonly TreeExpr[] {
    if (!isFields(value)) notAllowed('This JSON object');
    known('JSON object', value, 'key', 'value');
    return [this.expressions.expr(value['key']), this.value(value['value'])];
  }

  private values(value: unknown): readonly TreeExpr[] {
    return list(value).map((each) => {
      const [kind, fields] = unwrap(each);
      return kind === 'JsonValueExpr' ? this.value(fields) : notAllowed('This JSON array');
    });
  }

  private value(value: unknown): TreeExpr {
    if (!isFields(value)) notAllowed('This JSON value');
    known('JSON value', value, 'raw_expr', 'format');
    return this.expressions.expr(value['raw_expr']);
  }
}

/** RETURNING with a type. */
function checkOutput(value: unknown): void {
  if (value === undefined) return;
  if (!isFields(value)) notAllowed('RETURNING');
  known('RETURNING', value, 'typeName', 'returning');
  if (isFields(value['typeName'])) typeName(value['typeName']);
}
