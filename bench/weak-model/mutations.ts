import {
  become,
  edited,
  type NodePath,
  nodeAt,
  nodesBelow,
  type TreeNode,
} from './statement-tree.ts';
import type { World, WorldColumn } from './world.ts';

/** What a weak model gets wrong: each kind gives all wrong statements that it can make of a right one. */
export type MistakeKind = keyof typeof MUTATIONS;

interface About {
  readonly tree: TreeNode;
  readonly world: World;
}

type Mutation = (about: About) => readonly TreeNode[];

const isClass = (node: TreeNode, name: string) => node['class'] === name;
const found = (tree: TreeNode, test: (node: TreeNode, path: NodePath) => boolean) =>
  [...nodesBelow(tree)].filter(([node, path]) => test(node, path));
const selects = (tree: TreeNode) => found(tree, (node) => node['type'] === 'SELECT_NODE');
const comparisons = (tree: TreeNode) =>
  found(tree, (node, path) => isClass(node, 'COMPARISON') && !path.includes('from_table'));

const list = (node: TreeNode, key: string): TreeNode[] =>
  Array.isArray(node[key]) ? (node[key] as TreeNode[]) : [];
const child = (node: TreeNode, key: string) => node[key] as TreeNode | undefined;

const literal = (id: string, value: unknown): TreeNode => ({
  class: 'CONSTANT',
  type: 'VALUE_CONSTANT',
  alias: '',
  value: { type: { id, type_info: null }, is_null: false, value },
});
const cast = (text: string): TreeNode => ({
  class: 'CAST',
  type: 'OPERATOR_CAST',
  alias: '',
  child: literal('VARCHAR', text),
  cast_type: { id: 'DATE', type_info: null },
  try_cast: false,
});
const columnRef = (names: readonly string[]): TreeNode => ({
  class: 'COLUMN_REF',
  type: 'COLUMN_REF',
  alias: '',
  column_names: [...names],
});
const call = (name: string, children: readonly TreeNode[], isOperator = false): TreeNode => ({
  class: 'FUNCTION',
  type: 'FUNCTION',
  alias: '',
  function_name: name,
  schema: '',
  children: children.map((one) => structuredClone(one)),
  filter: null,
  order_bys: { type: 'ORDER_MODIFIER', orders: [] },
  distinct: false,
  is_operator: isOperator,
  export_state: false,
  catalog: '',
});
const compare = (type: string, left: TreeNode, right: TreeNode): TreeNode => ({
  ...{ class: 'COMPARISON', type, alias: '', left, right },
});
const not = (node: TreeNode): TreeNode => ({
  ...{ class: 'OPERATOR', type: 'OPERATOR_NOT', alias: '', children: [structuredClone(node)] },
});

interface SourceOf {
  readonly alias: string;
  readonly table: string;
}

/** The tables that a SELECT reads itself. */
function sourcesOf(select: TreeNode): readonly SourceOf[] {
  return found(child(select, 'from_table') ?? {}, (node) => node['type'] === 'BASE_TABLE').map(
    ([node]) => ({
      alias: String(node['alias'] || node['table_name']),
      table: String(node['table_name']),
    }),
  );
}

/** The innermost SELECT that a path lies in. */
function selectAround(tree: TreeNode, path: NodePath): TreeNode {
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(tree, path.slice(0, length));
    if (node['type'] === 'SELECT_NODE') return node;
  }
  return tree;
}

interface Referred {
  readonly source: SourceOf;
  readonly column: WorldColumn;
}

/** The column of a table that a reference means; null for one of an outer SELECT. */
function referred({ tree, world }: About, node: TreeNode, path: NodePath): Referred | null {
  const names = (node['column_names'] as string[] | undefined) ?? [];
  const name = names.at(-1);
  for (const source of sourcesOf(selectAround(tree, path))) {
    if (names.length > 1 && names[0] !== source.alias) continue;
    const column = world.get(source.table)?.find((one) => one.name === name);
    if (column) return { source, column };
  }
  return null;
}

/** Every reference to the same column as the one given, with another name. */
function withColumn(tree: TreeNode, node: TreeNode, names: readonly string[]): TreeNode {
  const was = JSON.stringify(node['column_names']);
  const copy = structuredClone(tree);
  for (const [each, path] of nodesBelow(copy))
    if (
      isClass(each, 'COLUMN_REF') &&
      JSON.stringify(each['column_names']) === was &&
      !path.includes('from_table')
    )
      each['column_names'] = [...names];
  return copy;
}

const renamed = (node: TreeNode, name: string) => [
  ...((node['column_names'] as string[]).slice(0, -1) as string[]),
  name,
];

/** The parts of WHERE and HAVING, in nested SELECTs too. */
function conjuncts(tree: TreeNode): readonly NodePath[] {
  return selects(tree).flatMap(([select, path]) =>
    ['where_clause', 'having'].flatMap((key) => {
      const clause = child(select, key);
      if (!clause) return [];
      if (clause['type'] === 'CONJUNCTION_AND')
        return list(clause, 'children').map((_, at) => [...path, key, 'children', at]);
      return [[...path, key]];
    }),
  );
}

/** Two conditions of one column are one to people: a period loses both of its ends. */
const firstColumn = (node: TreeNode) =>
  JSON.stringify(found(node, (each) => isClass(each, 'COLUMN_REF'))[0]?.[0]['column_names']);

function droppedFilters({ tree }: About): readonly TreeNode[] {
  const paths = conjuncts(tree);
  const byColumn = Map.groupBy(
    paths,
    (path) => JSON.stringify(path.slice(0, -2)) + firstColumn(nodeAt(tree, path)),
  );
  const groups = [...byColumn.values(), ...paths.map((path) => [path])];
  return groups.map((group) => {
    const copy = structuredClone(tree);
    for (const path of group) become(nodeAt(copy, path), literal('BOOLEAN', true));
    return copy;
  });
}

function wrongJoins({ tree, world }: About): readonly TreeNode[] {
  return found(tree, (node) => node['type'] === 'JOIN').flatMap(([join, path]) => {
    const condition = child(join, 'condition');
    if (!condition) return [];
    const sides = (['left', 'right'] as const).flatMap((side) => {
      const node = child(condition, side);
      const names = (node?.['column_names'] as string[] | undefined) ?? [];
      const source = sourcesOf(selectAround(tree, path)).find(({ alias }) => alias === names[0]);
      return (world.get(source?.table ?? '') ?? [])
        .filter(({ name, kind, isKey }) => isKey && kind === 'number' && name !== names[1])
        .map(({ name }) =>
          edited(tree, [...path, 'condition', side], (each) => {
            each['column_names'] = [names[0], name];
          }),
        );
    });
    // A LEFT JOIN in place of an inner one shows what belongs to no group, which nobody would call wrong.
    if (join['join_type'] !== 'LEFT') return sides;
    const inner = edited(tree, path, (each) => {
      each['join_type'] = 'INNER';
    });
    return [...sides, inner];
  });
}

function otherColumns(about: About, kinds: readonly WorldColumn['kind'][]): readonly TreeNode[] {
  const { tree, world } = about;
  const seen = new Set<string>();
  return found(
    tree,
    (node, path) => isClass(node, 'COLUMN_REF') && !path.includes('from_table'),
  ).flatMap(([node, path]) => {
    const key = JSON.stringify(node['column_names']);
    const is = referred(about, node, path);
    if (!is || seen.has(key) || !kinds.includes(is.column.kind) || is.column.isKey) return [];
    seen.add(key);
    const own = (world.get(is.source.table) ?? [])
      .filter(
        ({ name, kind, isKey }) => name !== is.column.name && kind === is.column.kind && !isKey,
      )
      .map(({ name }) => withColumn(tree, node, renamed(node, name)));
    // A date of another table that is joined already: the day of signing up for the day of the order.
    const others = kinds.includes('date')
      ? sourcesOf(selectAround(tree, path))
          .filter(({ alias }) => alias !== is.source.alias)
          .flatMap(({ alias, table }) =>
            (world.get(table) ?? [])
              .filter(({ kind }) => kind === 'date')
              .map(({ name }) => withColumn(tree, node, [alias, name])),
          )
      : [];
    return [...own, ...others];
  });
}

const isNumber = (node: TreeNode) =>
  isClass(node, 'CONSTANT') && typeof child(node, 'value')?.['value'] === 'number';
const numberIn = (node: TreeNode) => child(node, 'value')?.['value'] as number;

/** DuckDB writes decimals as whole numbers with a scale: 4.1 is 41 and scale 1. */
const scaleOf = (node: TreeNode) =>
  (child(child(child(node, 'value') ?? {}, 'type') ?? {}, 'type_info')?.['scale'] as number) ?? 0;

/** Numbers that rows are kept by. */
const bounds = (tree: TreeNode) =>
  comparisons(tree).flatMap(([node, path]) =>
    ['left', 'right']
      .filter((side) => isNumber(child(node, side) ?? {}))
      .map((side) => [...path, side] as NodePath),
  );

const otherBounds: Mutation = ({ tree }) =>
  bounds(tree).flatMap((path) =>
    [2, 0.5, 1.2].map((factor) =>
      edited(tree, path, (node) => {
        const value = child(node, 'value') as TreeNode;
        value['value'] = Math.round(numberIn(node) * factor);
      }),
    ),
  );

const dates = (tree: TreeNode) =>
  found(
    tree,
    (node) =>
      isClass(node, 'CAST') &&
      /^\d{4}-/.test(String(child(child(node, 'child') ?? {}, 'value')?.['value'])),
  ).map(([node, path]) => ({
    path,
    text: String(child(child(node, 'child') as TreeNode, 'value')?.['value']),
  }));

const shifted = (text: string, { years = 0, months = 0, days = 0 }): string => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1 + months, day + days))
    .toISOString()
    .slice(0, 10);
};

/** All dates of the statement moved alike: a period of the same length that nobody asked for. */
const shiftedPeriods: Mutation = ({ tree }) =>
  dates(tree).length === 0
    ? []
    : [{ years: -1 }, { years: 1 }, { months: 1 }, { months: -3 }].map((by) => {
        const copy = structuredClone(tree);
        for (const { path, text } of dates(tree))
          become(nodeAt(copy, path), cast(shifted(text, by)));
        return copy;
      });

const OFF_BY_ONE: Readonly<Record<string, string>> = {
  COMPARE_GREATERTHAN: 'COMPARE_GREATERTHANOREQUALTO',
  COMPARE_GREATERTHANOREQUALTO: 'COMPARE_GREATERTHAN',
  COMPARE_LESSTHAN: 'COMPARE_LESSTHANOREQUALTO',
  COMPARE_LESSTHANOREQUALTO: 'COMPARE_LESSTHAN',
};
const OTHER_SIDE: Readonly<Record<string, string>> = {
  COMPARE_GREATERTHAN: 'COMPARE_LESSTHAN',
  COMPARE_GREATERTHANOREQUALTO: 'COMPARE_LESSTHANOREQUALTO',
  COMPARE_LESSTHAN: 'COMPARE_GREATERTHAN',
  COMPARE_LESSTHANOREQUALTO: 'COMPARE_GREATERTHANOREQUALTO',
};
const OPPOSITE: Readonly<Record<string, string>> = {
  COMPARE_EQUAL: 'COMPARE_NOTEQUAL',
  COMPARE_NOTEQUAL: 'COMPARE_EQUAL',
  COMPARE_IN: 'COMPARE_NOT_IN',
  COMPARE_NOT_IN: 'COMPARE_IN',
  OPERATOR_IS_NULL: 'OPERATOR_IS_NOT_NULL',
  OPERATOR_IS_NOT_NULL: 'OPERATOR_IS_NULL',
};

const retyped = (tree: TreeNode, types: Readonly<Record<string, string>>) =>
  found(
    tree,
    (node, path) => types[String(node['type'])] !== undefined && !path.includes('from_table'),
  ).map(([, path]) =>
    edited(tree, path, (node) => {
      node['type'] = types[String(node['type'])];
    }),
  );

const limits = (tree: TreeNode) => found(tree, (node) => node['type'] === 'LIMIT_MODIFIER');

const offByOne: Mutation = ({ tree }) => [
  ...retyped(tree, OFF_BY_ONE),
  ...bounds(tree).flatMap((path) =>
    [1, -1].map((by) =>
      edited(tree, path, (node) => {
        (child(node, 'value') as TreeNode)['value'] = numberIn(node) + by * 10 ** scaleOf(node);
      }),
    ),
  ),
  ...limits(tree).flatMap(([node, path]) =>
    [1, -1]
      .filter((by) => numberIn(child(node, 'limit') as TreeNode) + by > 0)
      .map((by) =>
        edited(tree, [...path, 'limit', 'value'], (value) => {
          value['value'] = (value['value'] as number) + by;
        }),
      ),
  ),
  ...limits(tree).map(([, path]) =>
    edited(tree, path, (node) => {
      node['offset'] = literal('INTEGER', 1);
    }),
  ),
];

const otherDirections: Mutation = ({ tree }) => [
  ...found(tree, (node) => node['type'] === 'ORDER_MODIFIER').flatMap(([modifier, path]) =>
    list(modifier, 'orders').flatMap(({ expression }, at) => {
      // `ORDER BY 1` is the order that a table of periods has anyway.
      if (isClass(expression as TreeNode, 'CONSTANT')) return [];
      return [
        edited(tree, [...path, 'orders', at], (order) => {
          order['type'] = order['type'] === 'DESCENDING' ? 'ASCENDING' : 'DESCENDING';
        }),
      ];
    }),
  ),
  ...retyped(tree, OTHER_SIDE),
];

const polarity: Mutation = ({ tree }) => [
  ...retyped(tree, OPPOSITE),
  ...found(tree, (node) => node['type'] === 'OPERATOR_NOT').map(([node, path]) =>
    edited(tree, path, (each) => become(each, list(node, 'children')[0] as TreeNode)),
  ),
  ...conjuncts(tree)
    .filter((path) => isClass(nodeAt(tree, path), 'COLUMN_REF'))
    .map((path) => edited(tree, path, (node) => become(node, not(node)))),
  ...found(tree, (node) => node['type'] === 'CONJUNCTION_OR').map(([, path]) =>
    edited(tree, path, (node) => {
      node['type'] = 'CONJUNCTION_AND';
    }),
  ),
];

/** Texts that a column is compared with, and the column. */
const comparedTexts = (about: About) =>
  found(
    about.tree,
    (node) => isClass(node, 'COMPARISON') || /COMPARE_(NOT_)?IN/.test(String(node['type'])),
  ).flatMap(([node, path]) => {
    const parts = isClass(node, 'COMPARISON')
      ? [child(node, 'left'), child(node, 'right')]
      : list(node, 'children');
    const column = parts.find((part) => part && isClass(part, 'COLUMN_REF'));
    const is = column && referred(about, column, path);
    if (!is) return [];
    return [...nodesBelow(node, path)]
      .filter(
        ([each]) =>
          isClass(each, 'CONSTANT') && typeof child(each, 'value')?.['value'] === 'string',
      )
      .map(([each, at]) => ({ is, at, text: String(child(each, 'value')?.['value']) }));
  });

const otherValues: Mutation = (about) =>
  comparedTexts(about).flatMap(({ is, at, text }) =>
    is.column.values
      .filter((value) => value !== text)
      .map((value) => edited(about.tree, at, (node) => become(node, literal('VARCHAR', value)))),
  );

/** One of several values is forgotten. */
const droppedValues: Mutation = ({ tree }) =>
  found(tree, (node) => node['type'] === 'COMPARE_IN' && list(node, 'children').length > 2).flatMap(
    ([node, path]) =>
      list(node, 'children')
        .slice(1)
        .map((_, at) =>
          edited(tree, path, (each) => {
            each['children'] = list(each, 'children').filter((__, index) => index !== at + 1);
          }),
        ),
  );

const fanOuts: Mutation = ({ tree, world }) =>
  selects(tree).flatMap(([select, path]) =>
    sourcesOf(select).flatMap((source) =>
      [...world].flatMap(([table, columns]) => {
        if (table === source.table) return [];
        const own = (world.get(source.table) ?? []).map(({ name }) => name);
        const key = columns.find(({ name, isKey }) => isKey && own.includes(name))?.name;
        if (key === undefined) return [];
        return [
          edited(tree, path, (node) => {
            node['from_table'] = {
              ...{ type: 'JOIN', alias: '', sample: null, left: node['from_table'] },
              right: {
                ...{ type: 'BASE_TABLE', alias: 'extra', sample: null, schema_name: '' },
                ...{ table_name: table, column_name_alias: [], catalog_name: '', at_clause: null },
              },
              condition: compare(
                'COMPARE_EQUAL',
                columnRef(['extra', key]),
                columnRef([source.alias, key]),
              ),
              ...{ join_type: 'INNER', ref_type: 'REGULAR', using_columns: [] },
              ...{ delim_flipped: false, duplicate_eliminated_columns: [] },
            };
          }),
        ];
      }),
    ),
  );

const duplicates: Mutation = ({ tree }) => [
  ...found(tree, (node) => node['distinct'] === true).map(([, path]) =>
    edited(tree, path, (node) => {
      node['distinct'] = false;
    }),
  ),
  ...selects(tree)
    .filter(([node]) => list(node, 'modifiers').some(({ type }) => type === 'DISTINCT_MODIFIER'))
    .map(([, path]) =>
      edited(tree, path, (node) => {
        node['modifiers'] = list(node, 'modifiers').filter(
          ({ type }) => type !== 'DISTINCT_MODIFIER',
        );
      }),
    ),
];

const AGGREGATES: readonly string[] = ['sum', 'avg', 'min', 'max', 'count', 'count_star'];
const aggregates = (tree: TreeNode) =>
  found(
    tree,
    (node) => isClass(node, 'FUNCTION') && AGGREGATES.includes(String(node['function_name'])),
  );
const outputs = (tree: TreeNode): readonly NodePath[] =>
  selects(tree)
    .slice(0, 1)
    .flatMap(([node, path]) =>
      list(node, 'select_list').map((_, at) => [...path, 'select_list', at]),
    );

const wrongAggregates: Mutation = ({ tree, world }) =>
  aggregates(tree).flatMap(([node, path]) => {
    const name = String(node['function_name']);
    if (name === 'count_star') {
      return sourcesOf(selectAround(tree, path)).flatMap(({ alias, table }) =>
        (world.get(table) ?? [])
          .filter(({ kind, isKey }) => kind === 'number' && !isKey)
          .map((column) =>
            edited(tree, path, (each) => {
              const other = {
                ...call('sum', [columnRef([alias, column.name])]),
                alias: each['alias'],
              };
              become(each, other);
            }),
          ),
      );
    }
    return (name === 'count' ? ['max'] : ['sum', 'avg', 'min', 'max', 'count'])
      .filter((other) => other !== name)
      .map((other) =>
        edited(tree, path, (each) => {
          each['function_name'] = other;
          each['distinct'] = false;
        }),
      );
  });

function swappedLabels(about: About): readonly TreeNode[] {
  const { tree } = about;
  const paths = outputs(tree);
  const swaps = paths.slice(1).map((path, at) => {
    const copy = structuredClone(tree);
    const [one, other] = [nodeAt(copy, paths[at] as NodePath), nodeAt(copy, path)];
    const nameOf = (node: TreeNode) =>
      node['alias'] || ((node['column_names'] as string[] | undefined) ?? ['value']).at(-1);
    const [left, right] = [nameOf(one), nameOf(other)];
    one['alias'] = right;
    other['alias'] = left;
    return copy;
  });
  const relabelled = paths.flatMap((path) => {
    const node = nodeAt(tree, path);
    const is = isClass(node, 'COLUMN_REF') ? referred(about, node, path) : null;
    const [first, second] = is?.column.kind === 'text' ? is.column.values : [];
    if (first === undefined || second === undefined) return [];
    const when = (text: string, then: string) => ({
      when_expr: compare('COMPARE_EQUAL', structuredClone(node), literal('VARCHAR', text)),
      then_expr: literal('VARCHAR', then),
    });
    return [
      edited(tree, path, (each) => {
        const name = (each['column_names'] as string[]).at(-1);
        const checks = [when(first, second), when(second, first)];
        const otherwise = structuredClone(each);
        become(each, {
          ...{ class: 'CASE', type: 'CASE_EXPR', alias: name },
          ...{ case_checks: checks, else_expr: otherwise },
        });
      }),
    ];
  });
  return [...swaps, ...relabelled];
}

const constants: Mutation = ({ tree }) =>
  outputs(tree).flatMap((path) => {
    const node = nodeAt(tree, path);
    if (aggregates(node).length === 0) return [];
    const alias = node['alias'] as string;
    const kept = { ...structuredClone(node), alias: '' };
    const with_ = (other: TreeNode) =>
      edited(tree, path, (each) => become(each, { ...other, alias }));
    return [
      with_(literal('INTEGER', 42)),
      with_(call('*', [kept, literal('INTEGER', 2)], true)),
      with_(call('-', [kept], true)),
      with_(call('round', [kept, literal('INTEGER', -3)])),
      with_(call('+', [kept, literal('INTEGER', 7)], true)),
    ];
  });

const unaskedFilters: Mutation = ({ tree, world }) =>
  selects(tree)
    .slice(0, 1)
    .flatMap(([select, path]) =>
      sourcesOf(select).flatMap(({ alias, table }) =>
        (world.get(table) ?? []).flatMap(({ name, kind, isKey, values }) => {
          if (isKey || values.length === 0) return [];
          const conditions =
            kind === 'text'
              ? values
                  .slice(0, 3)
                  .map((value) =>
                    compare('COMPARE_EQUAL', columnRef([alias, name]), literal('VARCHAR', value)),
                  )
              : kind === 'number'
                ? [
                    compare(
                      'COMPARE_GREATERTHAN',
                      columnRef([alias, name]),
                      literal('INTEGER', Math.round(Number(values[0]))),
                    ),
                  ]
                : [];
          return conditions.map((condition) =>
            edited(tree, path, (node) => {
              const where = child(node, 'where_clause');
              node['where_clause'] = where
                ? {
                    ...{ class: 'CONJUNCTION', type: 'CONJUNCTION_AND', alias: '' },
                    children: [where, condition],
                  }
                : condition;
            }),
          );
        }),
      ),
    );

/** A group is forgotten, or one is added. */
const otherGroups: Mutation = ({ tree, world }) =>
  selects(tree)
    .slice(0, 1)
    .flatMap(([select, path]) => {
      const groups = list(select, 'group_expressions');
      const isGroup = (node: TreeNode) =>
        groups.some((group) => firstColumn(group) === firstColumn(node));
      if (groups.length === 0) return [];
      const sets = (count: number) => [Array.from({ length: count }, (_, at) => at)];
      const isPlain = groups.every((group) => isClass(group, 'COLUMN_REF'));
      const dropped = !isPlain
        ? []
        : [
            edited(tree, path, (node) => {
              node['select_list'] = list(node, 'select_list').filter((one) => !isGroup(one));
              node['group_expressions'] = [];
              node['group_sets'] = [];
              node['modifiers'] = [];
            }),
          ];
      const added = sourcesOf(select).flatMap(({ alias, table }) =>
        (world.get(table) ?? [])
          .filter(({ kind, isKey, values }) => kind === 'text' && !isKey && values.length > 1)
          .map(({ name }) =>
            edited(tree, path, (node) => {
              const own = list(node, 'group_expressions');
              node['group_expressions'] = [...own, columnRef([alias, name])];
              node['group_sets'] = sets(own.length + 1);
            }),
          ),
      );
      return [...dropped, ...added];
    });

export const MUTATIONS = {
  'wrong join': wrongJoins,
  'dropped filter': (about) => [...droppedFilters(about), ...droppedValues(about)],
  'unasked filter': unaskedFilters,
  'other value': otherValues,
  polarity,
  'other column': (about) => otherColumns(about, ['number', 'text']),
  'other bound': otherBounds,
  'off by one': offByOne,
  'other direction': otherDirections,
  'wrong date': (about) => [...otherColumns(about, ['date']), ...shiftedPeriods(about)],
  'fan-out': fanOuts,
  duplicates,
  'wrong aggregate': wrongAggregates,
  'swapped labels': swappedLabels,
  constants,
  'other groups': otherGroups,
} satisfies Record<string, Mutation>;
