import { Refused } from '#src/plugin-api/refused.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';
import type { TreeExpr, TreeLiteral, TreeSubquery, TreeWindow } from '#src/sql/select/tree.ts';
import { operation, plainCall } from '#src/sql/select/tree-nodes.ts';
import { OPERATORS } from './functions.ts';
import { columnRef, constant } from './leaves.ts';
import { JsonMapper } from './map-json.ts';
import type { ExpressionMapping, QueryMapping } from './mapping.ts';
import { valueFunctionName } from './names.ts';
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
import { operatorForm } from './operators.ts';
import { padsTo, typeName } from './types.ts';

const BOOLEAN_TESTS: Readonly<Record<string, string>> = lookupTable({
  IS_TRUE: 'is true',
  IS_NOT_TRUE: 'is not true',
  IS_FALSE: 'is false',
  IS_NOT_FALSE: 'is not false',
  IS_UNKNOWN: 'is unknown',
  IS_NOT_UNKNOWN: 'is not unknown',
});

/** Maps expressions of libpg-query's tree, by an allow-list of their nodes and fields. Throws `Refused`. */
export class ExpressionMapper implements ExpressionMapping {
  private readonly queries: QueryMapping;
  private readonly json: JsonMapper;

  constructor(queries: QueryMapping) {
    this.queries = queries;
    this.json = new JsonMapper(queries, this);
  }

  expr(value: unknown): TreeExpr {
    const [kind, fields] = unwrap(value);
    switch (kind) {
      case 'ColumnRef':
        return columnRef(known(kind, fields, 'fields'));
      case 'A_Const':
        return constant(known(kind, fields, 'ival', 'fval', 'sval', 'bsval', 'boolval', 'isnull'));
      case 'ParamRef':
        throw new Refused('placeholder', 'Write the value itself instead of a placeholder.');
      case 'FuncCall':
        return this.call(fields);
      case 'SubLink':
        return this.subquery(fields);
      case 'TypeCast':
        known(kind, fields, 'arg', 'typeName');
        if (!isFields(fields['typeName'])) notAllowed('This type');
        return this.cast(fields['arg'], fields['typeName']);
      default:
        return this.form(kind, fields);
    }
  }

  private cast(arg: unknown, named: Fields): TreeExpr {
    const type = typeName(named, this.queries.enums);
    const size = padsTo(named, type);
    return {
      kind: 'cast',
      arg: this.expr(arg),
      type,
      ...(size !== undefined && { padsTo: size }),
    };
  }

  all(value: unknown): readonly TreeExpr[] {
    return list(value).map((each) => this.expr(each));
  }

  /** The plain name of an operator that may be used. */
  operator(value: unknown): string {
    const names = texts(value);
    const name = names.at(-1) ?? '';
    const isBuiltin = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog');
    if (!isBuiltin || !OPERATORS.has(name))
      throw new Refused('function_not_allowed', `The operator ${names.join('.')} can't be used.`);
    return name;
  }

  window(fields: Fields): TreeWindow {
    known(
      'WINDOW',
      fields,
      ...['name', 'refname', 'partitionClause', 'orderClause', 'frameOptions'],
      ...['startOffset', 'endOffset'],
    );
    const bounds = [fields['startOffset'], fields['endOffset']].filter(
      (each) => each !== undefined,
    );
    return {
      base: textOr(fields['refname']),
      partitionBy: this.all(fields['partitionClause']),
      orderBy: this.queries.order(fields['orderClause']),
      bounds: bounds.map((each) => this.expr(each)),
    };
  }

  /** Operators and special forms. */
  private form(kind: string, fields: Fields): TreeExpr {
    switch (kind) {
      case 'A_Expr':
        return this.operation(fields);
      case 'BoolExpr':
        return this.logic(known(kind, fields, 'boolop', 'args'));
      case 'NullTest': {
        known(kind, fields, 'arg', 'nulltesttype');
        const op = fields['nulltesttype'] === 'IS_NULL' ? 'is null' : 'is not null';
        return operation(op, this.expr(fields['arg']));
      }
      case 'BooleanTest': {
        known(kind, fields, 'arg', 'booltesttype');
        const op = BOOLEAN_TESTS[String(fields['booltesttype'])] ?? notAllowed('This test');
        return operation(op, this.expr(fields['arg']));
      }
      case 'CaseExpr':
        return this.caseOf(known(kind, fields, 'arg', 'args', 'defresult'));
      case 'CoalesceExpr':
        return plainCall('coalesce', this.all(known(kind, fields, 'args')['args']));
      case 'MinMaxExpr': {
        const args = this.all(known(kind, fields, 'op', 'args')['args']);
        return plainCall(fields['op'] === 'IS_LEAST' ? 'least' : 'greatest', args);
      }
      case 'GroupingFunc':
        return plainCall('grouping', this.all(known(kind, fields, 'args')['args']));
      case 'SQLValueFunction':
        return plainCall(valueFunctionName(known(kind, fields, 'op', 'typmod')), []);
      case 'A_ArrayExpr':
        return operation('array', ...this.all(known(kind, fields, 'elements')['elements']));
      case 'RowExpr':
        return operation('row', ...this.all(known(kind, fields, 'args', 'row_format')['args']));
      case 'A_Indirection':
        return this.indirection(known(kind, fields, 'arg', 'indirection'));
      case 'CollateClause':
        return this.collation(known(kind, fields, 'arg', 'collname'));
      case 'NamedArgExpr':
        return this.expr(known(kind, fields, 'arg', 'name', 'argnumber')['arg']);
      default:
        return this.json.form(kind, fields) ?? notAllowed(CONSTRUCTS[kind] ?? 'This construct');
    }
  }

  private operation(fields: Fields): TreeExpr {
    known('operator', fields, 'kind', 'name', 'lexpr', 'rexpr');
    const kind = String(fields['kind']);
    // BETWEEN has its own word for a name.
    const name = kind.includes('BETWEEN') ? '' : this.operator(fields['name']);
    const op = operatorForm(kind, name) ?? notAllowed('This operator');
    const right = fields['rexpr'];
    const isList = isFields(right) && 'List' in right;
    const args = [
      ...(fields['lexpr'] === undefined ? [] : [this.expr(fields['lexpr'])]),
      ...(isList ? items(right).map((each) => this.expr(each)) : [this.expr(right)]),
    ];
    return op === 'nullif' ? plainCall(op, args) : operation(op, ...args);
  }

  private logic(fields: Fields): TreeExpr {
    const args = this.all(fields['args']);
    if (fields['boolop'] === 'AND_EXPR') return operation('and', ...args);
    if (fields['boolop'] === 'OR_EXPR') return operation('or', ...args);
    const [only] = args;
    return only?.kind === 'subquery' && (only.mode === 'exists' || only.mode === 'in')
      ? { ...only, negated: !only.negated }
      : operation('not', ...args);
  }

  private caseOf(fields: Fields): TreeExpr {
    const cases = list(fields['args']).flatMap((each) => {
      const when = only(each, 'CaseWhen', 'expr', 'result');
      return [this.expr(when['expr']), this.expr(when['result'])];
    });
    const other = fields['defresult'] === undefined ? [] : [this.expr(fields['defresult'])];
    return fields['arg'] === undefined
      ? operation('case', ...cases, ...other)
      : operation('case of', this.expr(fields['arg']), ...cases, ...other);
  }

  /** `(row).field`, `array[1]`, `array[1:2]`, one after the other. */
  private indirection(fields: Fields): TreeExpr {
    return list(fields['indirection']).reduce((value: TreeExpr, each) => {
      const [kind, step] = unwrap(each);
      if (kind === 'String') {
        const field: TreeLiteral = { kind: 'literal', type: 'other', text: texts([each])[0]! };
        return operation('.', value, field);
      }
      if (kind !== 'A_Indices') notAllowed('A row written out as (…).*');
      known(kind, step, 'is_slice', 'lidx', 'uidx');
      const bounds = [step['lidx'], step['uidx']].filter((bound) => bound !== undefined);
      return operation('[]', value, ...bounds.map((bound) => this.expr(bound)));
    }, this.expr(fields['arg']));
  }

  private collation(fields: Fields): TreeExpr {
    const names = texts(fields['collname']);
    if (names.length > 1 && names[0] !== 'pg_catalog') notAllowed('This collation');
    const name: TreeLiteral = { kind: 'literal', type: 'other', text: `"${names.at(-1)}"` };
    return operation('collate', this.expr(fields['arg']), name);
  }

  private call(fields: Fields): TreeExpr {
    known(
      'function',
      fields,
      ...['funcname', 'args', 'agg_order', 'agg_filter', 'over', 'agg_within_group', 'agg_star'],
      ...['agg_distinct', 'func_variadic', 'funcformat'],
    );
    const names = texts(fields['funcname']);
    const name = names.at(-1) ?? '';
    if (names.length > 2 || (names.length === 2 && names[0] !== 'pg_catalog'))
      throw new Refused(
        'function_not_allowed',
        `Write the function ${name}() without a schema prefix.`,
      );
    const { over, agg_filter: filter } = fields;
    return {
      kind: 'call',
      name,
      args:
        fields['agg_star'] === true ? [{ kind: 'star', qualifier: [] }] : this.all(fields['args']),
      distinct: fields['agg_distinct'] === true,
      filter: filter === undefined ? null : this.expr(filter),
      orderBy: this.queries.order(fields['agg_order']),
      over: isFields(over) ? this.over(over) : null,
    };
  }

  /** `OVER w` is the named window itself. */
  over(fields: Fields): TreeWindow {
    const window = this.window(fields);
    return { ...window, base: window.base ?? textOr(fields['name']) };
  }

  private subquery(fields: Fields): TreeSubquery {
    known('SubLink', fields, 'subLinkType', 'testexpr', 'operName', 'subselect');
    const { testexpr, operName } = fields;
    const outer = testexpr === undefined ? null : this.expr(testexpr);
    if (operName !== undefined) this.operator(operName);
    const query = this.queries.statement(fields['subselect']);
    const mode = {
      EXISTS_SUBLINK: 'exists' as const,
      EXPR_SUBLINK: 'scalar' as const,
      ARRAY_SUBLINK: 'array' as const,
      ANY_SUBLINK: operName === undefined ? ('in' as const) : ('quantified' as const),
      ALL_SUBLINK: 'quantified' as const,
    }[String(fields['subLinkType'])];
    if (mode === undefined) notAllowed('This subquery');
    return { kind: 'subquery', mode, negated: false, outer, query };
  }
}

/** What users call nodes that are refused. */
const CONSTRUCTS: Readonly<Record<string, string>> = lookupTable({
  XmlExpr: 'XML',
  XmlSerialize: 'XML',
  SetToDefault: 'DEFAULT',
  CurrentOfExpr: 'CURRENT OF',
  MergeSupportFunc: 'MERGE_ACTION()',
});
