/**
 * Whether two syntax trees say the same. Places in the text are left out, sets that DuckDB writes in any order are
 * sorted, and `VALUES …`, which it writes back as `SELECT * FROM (VALUES …)`, counts as that.
 */
export function sameTree(a: unknown, b: unknown): boolean {
  const left = plain(a);
  const right = plain(b);
  if (left === right) return true;
  if (!isObject(left) || !isObject(right)) return false;
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((each, index) => sameTree(each, right[index]))
    );
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every(
      (name) =>
        Object.hasOwn(right, name) &&
        (name === 'query_location' ||
          (UNORDERED.has(name)
            ? sameSet(left[name], right[name])
            : sameTree(left[name], right[name]))),
    )
  );
}

const UNORDERED: ReadonlySet<string> = new Set(['exclude_list', 'qualified_exclude_list']);

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function sameSet(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown) =>
    Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : [];
  return sorted(a).join('\n') === sorted(b).join('\n');
}

/** The list of values behind `(SELECT * FROM (VALUES …)) AS valueslist`. */
function plain(value: unknown): unknown {
  if (!isObject(value) || value['type'] !== 'SUBQUERY' || value['alias'] !== 'valueslist')
    return value;
  const { subquery, column_name_alias, sample } = value;
  if (!Array.isArray(column_name_alias) || column_name_alias.length > 0 || sample !== null)
    return value;
  const node = isObject(subquery) ? subquery['node'] : null;
  if (!isObject(node) || node['type'] !== 'SELECT_NODE') return value;
  const from = plain(node['from_table']);
  return isObject(from) && from['type'] === 'EXPRESSION_LIST' && showsAll(node) ? from : value;
}

function showsAll(node: Fields): boolean {
  const [item, ...more] = node['select_list'] as readonly Fields[];
  const isStar = item?.['class'] === 'STAR' && item['relation_name'] === '' && !item['columns'];
  const bare = ['where_clause', 'having', 'qualify', 'sample'].every((name) => node[name] === null);
  const lists = [
    node['modifiers'],
    node['group_expressions'],
    node['group_sets'],
    (node['cte_map'] as Fields)['map'],
    item?.['exclude_list'],
    item?.['replace_list'],
    item?.['rename_list'],
    item?.['qualified_exclude_list'],
    more,
  ];
  return isStar && bare && lists.every((list) => Array.isArray(list) && list.length === 0);
}
