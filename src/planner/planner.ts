import { buildQuery } from '#src/planner/build.ts';
import { BuildContext } from '#src/planner/build-context.ts';
import { Cursor } from '#src/planner/cursor.ts';
import { today } from '#src/planner/day.ts';
import { Declined, type Frame } from '#src/planner/frame.ts';
import { readQuestion } from '#src/planner/grammar.ts';
import { JoinGraph } from '#src/planner/joins.ts';
import { type Mention, readMentions } from '#src/planner/lattice.ts';
import { buildLexicon, type Lexicon } from '#src/planner/lexicon.ts';
import type { Plan, Planner, PlanRequest } from '#src/planner/plan.ts';
import { resolveFrame } from '#src/planner/resolve.ts';
import { refuse } from '#src/planner/scope-of-service.ts';
import { suggest } from '#src/planner/suggest.ts';
import { tokenize } from '#src/planner/tokens.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';

/** What planning needs of a catalog, made once for it. */
interface Prepared {
  readonly lexicon: Lexicon;
  readonly graph: JoinGraph;
  readonly tables: ReadonlyMap<string, CatalogTable>;
  /** `table\0column` of columns that refer to another table. */
  readonly references: ReadonlySet<string>;
}

const prepared = new WeakMap<Catalog, Prepared>();
const MAX_TOKENS = 120;
/** Two readings this close in cost are equally good. */
const TIE = 0.12;

function prepare(catalog: Catalog): Prepared {
  const known = prepared.get(catalog);
  if (known) return known;
  const references = new Set(
    catalog.relationships.flatMap(({ from }) =>
      from.columns.map((column) => `${from.table}\0${column}`),
    ),
  );
  const made = {
    lexicon: buildLexicon(catalog),
    graph: new JoinGraph(catalog),
    tables: new Map(catalog.tables.map((table) => [table.name, table])),
    references,
  };
  prepared.set(catalog, made);
  return made;
}

/** The built-in planner: a question becomes a query that computes exactly what was asked, or it is declined. */
export const plan: Planner = (request) => {
  try {
    return planQuestion(request);
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    const suggestions = suggest(error, request, prepare(request.catalog).lexicon);
    return { kind: 'decline', reason: error.reason, text: error.message, suggestions };
  }
};

function planQuestion(request: PlanRequest): Plan {
  const { question, catalog, values } = request;
  const made = prepare(catalog);
  const tokens = tokenize(question);
  refuse(question, tokens);
  if (tokens.length > MAX_TOKENS)
    throw new Declined('unsupported_question', 'The question is too long.');
  const now = catalog.asOf ?? today(request.now, catalog.timezone);
  const mentions = readMentions(question, tokens, made.lexicon, values, now);
  const frame = readQuestion(new Cursor(mentions));
  const best = decide(frame, mentions, made);
  return {
    kind: 'query',
    query: best.query,
    restatement: question,
    assumptions: best.assumptions,
    breakdown: null,
    confidence: 0.9,
    complexity: complexityOf(best.query),
  };
}

interface Built {
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
  readonly cost: number;
}

/** Builds the cheapest reading; asks back where another one is as cheap and computes something else. */
function decide(frame: Frame, _mentions: readonly Mention[], made: Prepared): Built {
  const resolutions = resolveFrame(frame, made.graph, made.tables, made.references);
  let best: Built | null = null;
  let failure: unknown = null;
  for (const { senses, cost } of resolutions) {
    if (best && cost > best.cost + TIE) break;
    const context = new BuildContext(made.graph, made.tables, senses);
    try {
      const query = buildQuery(frame, context);
      if (!best) best = { query, assumptions: [...context.assumptions], cost };
      else if (JSON.stringify(query) !== JSON.stringify(best.query))
        throw new Declined('ambiguous', 'The question can be read in two ways.');
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
      if (best && error.reason === 'ambiguous') throw error;
      failure ??= error;
      if (!best && cost > resolutions[0]!.cost + TIE) break;
    }
  }
  if (!best) throw failure;
  return best;
}

function complexityOf(query: SelectQuery): 'easy' | 'medium' | 'hard' {
  const nested =
    JSON.stringify(query.where).includes('"subquery"') ||
    query.where.some((one) => one.kind === 'exists');
  const points =
    query.joins.length +
    query.groupBy.length +
    query.having.length +
    query.orderBy.length +
    query.where.length / 2 +
    (nested ? 2 : 0);
  return points <= 1 ? 'easy' : points <= 3 ? 'medium' : 'hard';
}
