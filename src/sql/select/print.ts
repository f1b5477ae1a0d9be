import type { TreeCall, TreeExpr, TreeOperation, TreeWindow } from './tree.ts';

/** An expression as SQL text for people: facts and texts of refusals. It is never run. */
export function print(expr: TreeExpr): string {
  switch (expr.kind) {
    case 'column':
      return expr.names.map(name).join('.');
    case 'place':
      return `#${expr.index}`;
    case 'star':
      return [...expr.qualifier.map(name), '*'].join('.');
    case 'literal':
      return expr.type === 'text' ? `'${expr.text.replaceAll("'", "''")}'` : expr.text;
    case 'call':
      return call(expr);
    case 'operation':
      return operation(expr);
    case 'cast':
      return `${expr.lenient ? 'TRY_CAST' : 'CAST'}(${print(expr.arg)} AS ${expr.type.toUpperCase()})`;
    case 'lambda':
      return `${expr.parameters.map(name).join(', ')} -> ${print(expr.body)}`;
    case 'subquery': {
      const not = expr.negated ? 'NOT ' : '';
      if (expr.mode === 'exists') return `${not}EXISTS (SELECT …)`;
      return expr.outer ? `${nested(expr.outer)} ${not}IN (SELECT …)` : '(SELECT …)';
    }
  }
}

const name = (text: string) =>
  /^[a-z_][a-z0-9_]*$/i.test(text) ? text : `"${text.replaceAll('"', '""')}"`;

const INFIX: ReadonlySet<string> = new Set(['and', 'or', 'between', 'not between', 'like']);

function nested(expr: TreeExpr): string {
  const text = print(expr);
  const compound = expr.kind === 'operation' && (INFIX.has(expr.op) || /^[^a-z[.]+$/.test(expr.op));
  return compound ? `(${text})` : text;
}

function call(expr: TreeCall): string {
  const args = `${expr.distinct ? 'DISTINCT ' : ''}${expr.args.map(print).join(', ')}`;
  const filter = expr.filter ? ` FILTER (WHERE ${print(expr.filter)})` : '';
  const over = expr.over ? ` OVER (${windowText(expr.over)})` : '';
  return `${expr.name}(${args})${filter}${over}`;
}

function windowText(window: TreeWindow): string {
  const keys = (word: string, exprs: readonly TreeExpr[]) =>
    exprs.length > 0 ? `${word} BY ${exprs.map(print).join(', ')}` : '';
  const order = window.orderBy.map((item) => item.expr);
  return [window.base ?? '', keys('PARTITION', window.partitionBy), keys('ORDER', order)]
    .filter(Boolean)
    .join(' ');
}

function operation({ op, args }: TreeOperation): string {
  const word = op.toUpperCase();
  const [first = '', second = '', ...rest] = args.map(nested);
  switch (op) {
    case 'in':
    case 'not in':
      return `${first} ${word} (${[second, ...rest].join(', ')})`;
    case 'between':
    case 'not between':
      return `${first} ${word} ${second} AND ${rest.join(', ')}`;
    case 'case':
      return caseText('CASE', args);
    case 'case of':
      return caseText(`CASE ${first}`, args.slice(1));
    case 'like':
    case 'not like':
    case 'ilike':
    case 'not ilike':
      return `${first} ${word} ${[second, ...rest].join(' ESCAPE ')}`;
    case 'interval':
      return `INTERVAL ${first} ${second.toUpperCase()}`;
    case 'match':
      return `MATCH (${args.slice(0, -1).map(print).join(', ')}) AGAINST (${nested(args.at(-1)!)})`;
    case 'list':
      return `[${args.map(print).join(', ')}]`;
    case 'array':
    case 'row':
      return `${word}(${args.map(print).join(', ')})`;
    case '[]':
      return `${first}[${[second, ...rest].filter(Boolean).join(':')}]`;
    case '.':
      return `(${first}).${second}`;
  }
  if (op.startsWith('is '))
    return args.length > 1 ? `${first} ${word} ${second}` : `${first} ${word}`;
  if (args.length > 2) return [first, second, ...rest].join(` ${word} `);
  if (args.length === 2) return `${first} ${word} ${second}`;
  return /^[a-z]/.test(op) ? `${word} ${first}` : `${op}${first}`;
}

/** `case` lists conditions and values in turn, then what ELSE gives. */
function caseText(head: string, args: readonly TreeExpr[]): string {
  const parts: string[] = [];
  for (let at = 0; at + 1 < args.length; at += 2)
    parts.push(`WHEN ${print(args[at]!)} THEN ${print(args[at + 1]!)}`);
  const last = args.length % 2 === 1 ? ` ELSE ${print(args.at(-1)!)}` : '';
  return `${head} ${parts.join(' ')}${last} END`;
}
