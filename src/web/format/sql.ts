export type SqlPiece = {
  readonly kind: 'keyword' | 'text' | 'comment' | 'other';
  readonly text: string;
};

const KEYWORDS =
  'SELECT|DISTINCT|FROM|WHERE|GROUP BY|ORDER BY|HAVING|LIMIT|OFFSET|JOIN|LEFT|RIGHT|INNER|OUTER|FULL|CROSS|ON|USING|AND|OR|NOT|IN|IS|NULL|NULLS|FIRST|LAST|AS|CASE|WHEN|THEN|ELSE|END|CAST|DATE|TIMESTAMP|INTERVAL|BETWEEN|LIKE|EXISTS|UNION|ALL|EXCEPT|INTERSECT|WITH|DESC|ASC|OVER|PARTITION BY|FILTER|TRUE|FALSE';
const TOKEN = new RegExp(
  `(?<text>'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*"|\`[^\`]*\`)|(?<comment>--[^\\n]*|/\\*[\\s\\S]*?\\*/)|\\b(?<keyword>${KEYWORDS.replaceAll(' ', '\\s+')})\\b`,
  'gi',
);

/** A statement cut into what is coloured alike. Nothing is left out: the pieces together are the statement. */
export function sqlPieces(sql: string): readonly SqlPiece[] {
  const pieces: SqlPiece[] = [];
  let at = 0;
  for (const match of sql.matchAll(TOKEN)) {
    const { index, groups = {} } = match;
    const kind =
      groups['text'] !== undefined
        ? 'text'
        : groups['comment'] !== undefined
          ? 'comment'
          : groups['keyword'] !== undefined
            ? 'keyword'
            : 'other';
    if (index > at) pieces.push({ kind: 'other', text: sql.slice(at, index) });
    pieces.push({ kind, text: match[0] });
    at = index + match[0].length;
  }
  if (at < sql.length) pieces.push({ kind: 'other', text: sql.slice(at) });
  return pieces;
}
