import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeQuery } from '#src/sql/select/tree.ts';
import { checkDepth } from './depth.ts';
import { readExpr, readExprFrom } from './expressions.ts';
import { tokenize } from './lexer.ts';
import { readQuery, readQueryFrom } from './map.ts';
import { quoteName } from './names.ts';
import { type Grammar, Parser } from './parser.ts';
import { commonSpellings } from './spellings.ts';
import { refuseTail } from './tail.ts';
import { type Draft, isLiteral, type Rendered, render, type Token } from './tokens.ts';

/** A statement read. */
export interface ParsedStatement {
  /** What the tree's spans count in, and what is to run: the statement without comments and index hints. */
  readonly text: string;
  readonly tree: TreeQuery;
  /** The tokens of `text`. */
  readonly tokens: readonly Token[];
  /** What was likely meant otherwise than the server reads it. */
  readonly mistake: Refused | null;
  /** Texts that stand where a column is likelier. */
  readonly likelyColumns: readonly string[];
  /** Names of the tables read, WITH names among them, as written. */
  readonly tables: readonly (readonly string[])[];
}

/** Words that begin statements which are no SELECT. */
const STATEMENTS: ReadonlySet<string> = new Set(
  'alter analyze backup begin binlog cache call change check checksum clone commit create deallocate declare delete desc describe do drop execute explain flush get grant handler help import insert install kill load lock open optimize prepare purge release rename repair replace reset resignal restart return revoke rollback savepoint set show shutdown signal start stop table truncate uninstall unlock update use values xa'.split(
    ' ',
  ),
);

const GRAMMAR: Grammar = {
  expr: readExpr,
  exprFrom: readExprFrom,
  query: readQuery,
  queryFrom: readQueryFrom,
};

/** Reads exactly one SELECT of MySQL or MariaDB, in linear time. Throws `Refused` for everything else. */
export function parseSelect(sql: string): ParsedStatement {
  const drafts = withoutEnd(tokenize(sql));
  checkLength(drafts);
  checkStart(drafts);
  const { parser, statement } = read(render(drafts));
  const edited = edit(drafts, parser);
  // Read once more from the text that is to run, so that the spans are its own.
  return edited ? read(render(edited)).statement : statement;
}

/** Words and signs of a statement, lists of literals aside: what keeps both parsers below some 30 ms. */
const MOST_TOKENS = 5_000;

function checkLength(drafts: readonly Draft[]): void {
  if (drafts.length <= MOST_TOKENS) return;
  const counted = drafts.filter((draft, index) => {
    const next = drafts[index + 1];
    return !isLiteral(draft) && !(draft.key === ',' && next && isLiteral(next));
  });
  if (counted.length > MOST_TOKENS)
    throw new Refused(
      'too_long',
      `The statement has more than ${MOST_TOKENS} tokens, not counting lists of values. Shorten it.`,
    );
}

/** The tokens as they are to run; null where none changes. */
function edit(
  drafts: readonly Draft[],
  { glued, dropped, spelled }: Parser,
): readonly Draft[] | null {
  const spellings = commonSpellings(spelled);
  if (glued.size === 0 && dropped.size === 0 && spellings.size === 0) return null;
  return drafts
    .map((draft, place): Draft => {
      const name = spellings.get(place);
      if (name !== undefined) return { ...draft, kind: 'name', key: name, raw: quoteName(name) };
      return glued.has(place) ? { ...draft, gap: false } : draft;
    })
    .filter((_, place) => !dropped.has(place));
}

function read(rendered: Rendered) {
  const parser = new Parser(rendered, GRAMMAR);
  const tree = parser.query();
  if (parser.peek().kind !== 'end') refuseTail(parser);
  checkDepth(tree);
  const { tables, likelyColumns, mistake } = parser;
  return { parser, statement: { ...rendered, tree, tables, likelyColumns, mistake } };
}

/** The tokens of one statement: one semicolon may end it. */
function withoutEnd(drafts: readonly Draft[]): readonly Draft[] {
  const place = drafts.findIndex(isSemicolon);
  if (place === -1) return drafts;
  if (drafts.slice(place).some((draft) => !isSemicolon(draft)))
    throw new Refused('multiple_statements', 'Only one statement can run at a time.');
  if (drafts.length - place > 1)
    throw new Refused('syntax', 'End the statement with at most one semicolon.');
  return drafts.slice(0, place);
}

const isSemicolon = (draft: Draft) => draft.kind === 'op' && draft.key === ';';

function checkStart(drafts: readonly Draft[]): void {
  const first = drafts.find((draft) => !(draft.kind === 'op' && draft.key === '('));
  if (!first) throw new Refused('empty', 'The SQL is empty. Write one SELECT.');
  if (first.kind === 'word' && STATEMENTS.has(first.key))
    throw new Refused('not_select', `Only a SELECT can run, not ${first.key.toUpperCase()}.`);
}
