import { lookupTable } from '#src/sql/lookup-table.ts';
import { identifier } from './lower.ts';
import { COMPARISONS, type Expression } from './tree.ts';
import type { ConstantValue, LogicalType } from './tree-values.ts';

/** An expression as SQL text for people: facts, texts of refusals and names of result columns. It is never run. */
export function print(expr: Expression): string {
  switch (expr.class) {
    case 'COLUMN_REF':
      return expr.column_names.map(identifier).join('.');
    case 'CONSTANT':
      return constant(expr.value);
    case 'FUNCTION':
      return call(expr);
    case 'WINDOW': {
      const parts = [
        expr.partitions.length > 0 ? `PARTITION BY ${expr.partitions.map(print).join(', ')}` : '',
        expr.orders.length > 0
          ? `ORDER BY ${expr.orders.map((item) => print(item.expression)).join(', ')}`
          : '',
      ];
      const isCount = expr.function_name === 'count' && expr.children.length === 0;
      const args = isCount ? '*' : expr.children.map(print).join(', ');
      return `${functionName(expr.function_name)}(${args}) OVER (${parts.filter(Boolean).join(' ')})`;
    }
    case 'OPERATOR':
      return operator(expr.type, expr.children);
    case 'COMPARISON':
      return `${nested(expr.left)} ${COMPARISONS[expr.type]} ${nested(expr.right)}`;
    case 'CONJUNCTION':
      return expr.children.map(nested).join(expr.type === 'CONJUNCTION_AND' ? ' AND ' : ' OR ');
    case 'BETWEEN':
      return `${nested(expr.input)} BETWEEN ${nested(expr.lower)} AND ${nested(expr.upper)}`;
    case 'CASE': {
      const cases = expr.case_checks.map(
        (check) => `WHEN ${print(check.when_expr)} THEN ${print(check.then_expr)}`,
      );
      return `CASE ${cases.join(' ')} ELSE ${print(expr.else_expr)} END`;
    }
    case 'CAST':
      return `${expr.try_cast ? 'TRY_CAST' : 'CAST'}(${print(expr.child)} AS ${typeName(expr.cast_type)})`;
    case 'COLLATE':
      return `${nested(expr.child)} COLLATE ${expr.collation}`;
    case 'LAMBDA':
      return `${print(expr.lhs)} -> ${print(expr.expr)}`;
    case 'POSITIONAL_REFERENCE':
      return `#${expr.index}`;
    case 'STAR':
      return expr.relation_name ? `${identifier(expr.relation_name)}.*` : '*';
    case 'SUBQUERY':
      if (expr.child) return `${nested(expr.child)} IN (SELECT …)`;
      if (expr.subquery_type === 'SCALAR') return '(SELECT …)';
      return `${expr.subquery_type === 'EXISTS' ? '' : 'NOT '}EXISTS (SELECT …)`;
  }
}

/** The text of a constant as values in facts have it: bare, without quotes. */
export function literalText(value: ConstantValue): string {
  if (value.is_null || value.value === undefined) return 'NULL';
  if (typeof value.value === 'object' && 'children' in value.value)
    return `[${value.value.children.map(literalText).join(', ')}]`;
  const halves = typeof value.value === 'object' ? value.value : null;
  const digits = halves
    ? ((BigInt(halves.upper) << 64n) + BigInt.asUintN(64, BigInt(halves.lower))).toString()
    : String(value.value);
  const info = value.type.type_info;
  return info?.type === 'DECIMAL_TYPE_INFO' ? decimal(digits, info.scale) : digits;
}

function decimal(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const [, sign = '', number = ''] = /^(-?)(\d+)$/.exec(digits) ?? [];
  const padded = number.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

function constant(value: ConstantValue): string {
  const text = literalText(value);
  return value.type.id === 'VARCHAR' && !value.is_null ? `'${text.replaceAll("'", "''")}'` : text;
}

const functionName = (name: string) => (/^[a-z]/i.test(name) ? name.toLowerCase() : name);

function nested(expr: Expression): string {
  const text = print(expr);
  const compound =
    ['COMPARISON', 'CONJUNCTION', 'BETWEEN'].includes(expr.class) ||
    (expr.class === 'FUNCTION' && expr.is_operator);
  return compound ? `(${text})` : text;
}

const OPERATORS: Readonly<Record<string, string>> = lookupTable({
  '~~': 'LIKE',
  '!~~': 'NOT LIKE',
  '~~*': 'ILIKE',
  '!~~*': 'NOT ILIKE',
});

function call(expr: Expression & { readonly class: 'FUNCTION' }): string {
  const name = functionName(expr.function_name);
  const [left, right] = expr.children;
  if (expr.is_operator && left && expr.children.length <= 2)
    return right
      ? `${nested(left)} ${OPERATORS[name] ?? name} ${nested(right)}`
      : `${name}${nested(left)}`;
  const args = name === 'count_star' ? '*' : expr.children.map(print).join(', ');
  const distinct = expr.distinct ? 'DISTINCT ' : '';
  const filter = expr.filter ? ` FILTER (WHERE ${print(expr.filter)})` : '';
  return `${name === 'count_star' ? 'count' : name}(${distinct}${args})${filter}`;
}

function operator(type: string, children: readonly Expression[]): string {
  const [first, ...rest] = children.map(nested);
  switch (type) {
    case 'COMPARE_IN':
      return `${first} IN (${rest.join(', ')})`;
    case 'COMPARE_NOT_IN':
      return `${first} NOT IN (${rest.join(', ')})`;
    case 'OPERATOR_NOT':
      return `NOT ${first}`;
    case 'OPERATOR_IS_NULL':
      return `${first} IS NULL`;
    case 'OPERATOR_IS_NOT_NULL':
      return `${first} IS NOT NULL`;
    case 'OPERATOR_COALESCE':
      return `coalesce(${children.map(print).join(', ')})`;
    case 'STRUCT_EXTRACT':
    case 'ARRAY_EXTRACT':
      return `${first}[${rest.join(', ')}]`;
    case 'ARRAY_SLICE':
      return `${first}[${rest.join(':')}]`;
    case 'ARRAY_CONSTRUCTOR':
      return `[${children.map(print).join(', ')}]`;
    default:
      return `${type.replace(/^OPERATOR_|_FUNCTION$/g, '').toLowerCase()}(${children.map(print).join(', ')})`;
  }
}

function typeName(type: LogicalType): string {
  const info = type.type_info;
  if (info?.type === 'DECIMAL_TYPE_INFO') return `DECIMAL(${info.width}, ${info.scale})`;
  if (info?.type === 'LIST_TYPE_INFO') return `${typeName(info.child_type)}[]`;
  return info?.type === 'UNBOUND_TYPE_INFO' ? info.name : type.id;
}
