import type { DuckDBConnection } from '@duckdb/node-api';

/** A node of the tree that DuckDB's `json_serialize_sql` gives: https://duckdb.org/docs/stable/data/json/sql_to_and_from_json */
export type TreeNode = { [key: string]: unknown };

/** The keys that lead from the root of a tree to one of its nodes. */
export type NodePath = readonly (string | number)[];

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

async function oneText(connection: DuckDBConnection, sql: string): Promise<string> {
  const [row] = (await connection.runAndReadAll(sql)).getRowsJson();
  return String(row?.[0]);
}

export async function parseStatement(connection: DuckDBConnection, sql: string): Promise<TreeNode> {
  const text = await oneText(connection, `SELECT json_serialize_sql(${quoted(sql)})`);
  // Places in the text are numbers of 64 bits, which JSON.parse would round.
  const tree = JSON.parse(
    text.replaceAll(/"query_location":\d+/g, '"query_location":0'),
  ) as TreeNode;
  if (tree['error']) throw new Error(`${String(tree['error_message'])}: ${sql}`);
  return tree;
}

export const printStatement = (connection: DuckDBConnection, tree: TreeNode): Promise<string> =>
  oneText(connection, `SELECT json_deserialize_sql(${quoted(JSON.stringify(tree))})`);

/** All objects below a node with their paths, outermost first. */
export function* nodesBelow(
  node: unknown,
  path: NodePath = [],
): Generator<readonly [TreeNode, NodePath]> {
  if (Array.isArray(node)) {
    for (const [index, part] of node.entries()) yield* nodesBelow(part, [...path, index]);
  } else if (node !== null && typeof node === 'object') {
    yield [node as TreeNode, path];
    for (const [key, part] of Object.entries(node)) yield* nodesBelow(part, [...path, key]);
  }
}

export function nodeAt(tree: TreeNode, path: NodePath): TreeNode {
  let node: unknown = tree;
  for (const key of path) node = (node as Record<string | number, unknown>)[key];
  return node as TreeNode;
}

/** A copy of the tree in which the node at a path was edited in place. */
export function edited(tree: TreeNode, path: NodePath, edit: (node: TreeNode) => void): TreeNode {
  const copy = structuredClone(tree);
  edit(nodeAt(copy, path));
  return copy;
}

/** Puts another node in place of one, its keys and all. */
export function become(node: TreeNode, other: TreeNode): void {
  const copy = structuredClone(other);
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, copy);
}
