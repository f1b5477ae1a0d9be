import type { TreeExpr, TreeLiteral } from '#src/sql/select/tree.ts';
import { type Fields, isFields, list, texts, unwrap } from './nodes.ts';

/** A ColumnRef: a name, or a star. */
export function columnRef(fields: Fields): TreeExpr {
  const parts = list(fields['fields']);
  const [last] = unwrap(parts.at(-1));
  if (last === 'A_Star') return { kind: 'star', qualifier: texts(parts.slice(0, -1)) };
  return { kind: 'column', names: texts(parts) };
}

/** An A_Const. */
export function constant(fields: Fields): TreeLiteral {
  const value = (name: string, field: string, empty: string) => {
    const node = fields[name];
    return isFields(node) ? String(node[field] ?? empty) : null;
  };
  const text = value('sval', 'sval', '');
  if (text !== null) return { kind: 'literal', type: 'text', text };
  // The tree leaves zeros out.
  const number = value('ival', 'ival', '0') ?? value('fval', 'fval', '0');
  if (number !== null) return { kind: 'literal', type: 'number', text: number };
  const truth = value('boolval', 'boolval', 'false');
  if (truth !== null) return { kind: 'literal', type: 'boolean', text: truth };
  const bits = value('bsval', 'bsval', '');
  if (bits !== null) return { kind: 'literal', type: 'other', text: bits };
  return { kind: 'literal', type: 'null', text: 'NULL' };
}
