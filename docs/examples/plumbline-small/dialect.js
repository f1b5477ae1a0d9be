import { Refused } from 'plumbline/plugin-api';
import { lowerQuery, resolveSelect } from 'plumbline/sql';

const quote = (name) => `"${name.replaceAll('"', '""')}"`;
const text = (value) => `'${String(value).replaceAll("'", "''")}'`;
const fold = (name) => name.toLowerCase();
const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max']);

/** How the plans of the built-in planner are written. What `parse` has no words for, it refuses. */
const LOWERING = {
  identifier: quote,
  literal: ({ value }) =>
    value === null
      ? 'NULL'
      : typeof value === 'number'
        ? String(value)
        : typeof value === 'boolean'
          ? String(value)
          : text(value),
  bucket: (unit, arg) => `start_of(${text(unit)}, ${arg})`,
  part: (part, arg) => `part_of(${text(part)}, ${arg})`,
  divide: (left, right) => `divide(${left}, ${right})`,
  match: (mode, expr, wanted, negated) =>
    `${negated ? 'not_' : ''}${mode}(${expr}, ${text(wanted)})`,
  order: (key, direction) => (direction === 'desc' ? `${key} DESC` : key),
  withTies: ({ lines, orderBy, count }) => [
    ...lines,
    orderBy,
    `FETCH FIRST ${count} ROWS WITH TIES`,
  ],
};

/** How names are resolved against the catalog, and which functions there are. */
const RULES = {
  foldTable: fold,
  foldColumn: fold,
  aliases: { groupBy: false, having: 'none', orderBy: 'none' },
  wholeRows: false,
  keysDetermine: false,
  recursiveCtes: false,
  functions: { scalar: new Set(), aggregate: AGGREGATES, window: new Set(), table: new Map() },
  operators: new Set(['and', '=', '<>', '<', '<=', '>', '>=']),
  systemColumns: new Set(),
  valuesColumn: (index) => `column${index + 1}`,
  sizes: { results: new Map(), collects: new Set() }, // no function makes more than its arguments
  dateFormats: new Map(),
  quote,
  filterValue: () => null, // row filters are no SQL here: `rewrite` hands them on
  fence: '',
};

/**
 * SELECT … FROM one table [WHERE comparisons with AND] [GROUP BY columns] [ORDER BY …] [LIMIT n]. Everything else is
 * refused. What runs is no SQL but a program as JSON, written from what was resolved, so that nothing is read twice.
 */
export const dialect = {
  name: 'small',
  lower: (query) => lowerQuery(query, LOWERING),
  async parse(sql, catalog) {
    try {
      const tree = new Parser(sql).statement();
      const { facts, weight } = resolveSelect(sql, tree, catalog, RULES);
      return {
        facts,
        weight,
        rewrite: async (options) => ({ sql: program(tree, options), columnNames: null }),
      };
    } catch (error) {
      if (error instanceof Refused) return { refusal: error.refusal };
      throw error;
    }
  },
};

function program(tree, { catalog, rowFilters, maxRows }) {
  const [{ names, alias }] = tree.from;
  const table = catalog.tables.find(({ name }) => fold(name) === fold(names.at(-1)));
  const columnOf = ({ names: path }) => {
    if (path.length > 1 && fold(path[0]) !== fold(alias ?? names.at(-1)))
      throw new Refused('column_unknown', `There is no table "${path[0]}".`);
    return table.columns.find(({ name }) => fold(name) === fold(path.at(-1)));
  };
  const operand = (expr) => {
    if (expr.kind === 'literal') return { value: literalOf(expr) };
    if (expr.kind === 'column') return { column: columnOf(expr).name };
    throw new Refused('node_not_allowed', 'Only columns and values can be compared here.');
  };
  const computed = (expr) => {
    if (expr.kind === 'column') {
      const { name, type } = columnOf(expr);
      return { fn: null, column: name, type };
    }
    if (expr.kind !== 'call')
      throw new Refused('node_not_allowed', 'Only columns and aggregates are given here.');
    const [arg] = expr.args;
    const column = arg.kind === 'star' ? null : columnOf(arg);
    if ((expr.name === 'sum' || expr.name === 'avg') && column.type !== 'integer')
      throw new Refused('node_not_allowed', 'Only whole numbers are added here.');
    const type =
      expr.name === 'count' || expr.name === 'sum'
        ? 'integer'
        : expr.name === 'avg'
          ? 'float'
          : column.type;
    return { fn: expr.name, distinct: expr.distinct, column: column?.name ?? null, type };
  };
  const conditions = (expr) =>
    expr === null
      ? []
      : expr.op === 'and'
        ? expr.args.flatMap(conditions)
        : [{ op: expr.op, args: expr.args.map(operand) }];
  const items = tree.items.map(({ expr, name }) => ({ name, ...computed(expr) }));
  const keys = tree.groupBy.map((key) => columnOf(key).name);
  const grouped = keys.length > 0 || items.some(({ fn }) => fn !== null);
  if (grouped && items.some(({ fn, column }) => fn === null && !keys.includes(column)))
    throw new Refused('node_not_allowed', 'A column beside an aggregate has to be in GROUP BY.');
  const order = tree.orderBy.map(({ expr, direction }) => {
    const named =
      expr.kind === 'column' &&
      expr.names.length === 1 &&
      items.findIndex(({ name }) => name === expr.names[0]);
    const at =
      named !== false && named >= 0
        ? named
        : items.findIndex((item) => isSame(item, computed(expr)));
    if (at < 0) throw new Refused('node_not_allowed', 'Rows are ordered by what they show here.');
    return { at, direction };
  });
  const limit = Math.min(maxRows, tree.limit === null ? maxRows : Number(tree.limit.text));
  // All of the clauses have to hold, of each one of its equalities.
  const filters = rowFilters.get(table.name) ?? [];
  const { physical } = table;
  return JSON.stringify({
    physical,
    filters,
    where: conditions(tree.where),
    items,
    keys,
    grouped,
    order,
    distinct: tree.distinct,
    limit,
  });
}

const isSame = (a, b) =>
  a.fn === b.fn && a.column === b.column && Boolean(a.distinct) === Boolean(b.distinct);
const literalOf = ({ type, text: said }) =>
  type === 'null'
    ? null
    : type === 'number'
      ? Number(said)
      : type === 'boolean'
        ? said === 'true'
        : said;

/** Tokens: names in quotes, texts, words, numbers, signs. */
const TOKEN =
  /\s*(?:"((?:[^"]|"")+)"|'((?:[^']|'')*)'|([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|(<=|>=|<>|[-=<>(),.*;]))/y;

class Parser {
  #tokens = [];
  #at = 0;

  constructor(sql) {
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < sql.trimEnd().length) {
      const found = TOKEN.exec(sql);
      if (!found) throw new Refused('syntax', "This isn't valid SQL.");
      const [all, name, string, word, number, sign] = found;
      const end = found.index + all.length;
      const span = { start: end - all.trimStart().length, end };
      if (name !== undefined)
        this.#tokens.push({ kind: 'name', text: name.replaceAll('""', '"'), span });
      else if (string !== undefined)
        this.#tokens.push({ kind: 'text', text: string.replaceAll("''", "'"), span });
      else if (word !== undefined)
        this.#tokens.push({ kind: 'word', text: word.toLowerCase(), span });
      else if (number !== undefined) this.#tokens.push({ kind: 'number', text: number, span });
      else this.#tokens.push({ kind: 'sign', text: sign, span });
    }
  }

  statement() {
    if (this.#tokens.length === 0)
      throw new Refused('empty', 'The SQL is empty. Write one SELECT.');
    if (!this.#skip('select')) throw new Refused('not_select', 'Only a SELECT can run here.');
    const distinct = this.#skip('distinct');
    const items = this.#list(() => this.#item());
    this.#need('from');
    const { text: table, span } = this.#name();
    const alias = this.#skip('as') || this.#peek().kind === 'name' ? this.#name().text : null;
    const from = {
      kind: 'table',
      names: [table],
      span,
      alias,
      columnAliases: [],
      replaceable: true,
    };
    const where = this.#skip('where') ? this.#conjunction() : null;
    const groupBy = this.#keys('group', () => this.#column());
    const orderBy = this.#keys('order', () => this.#order());
    const limit = this.#skip('limit') ? this.#value('number') : null;
    if (this.#skip(';') && this.#at < this.#tokens.length)
      throw new Refused('multiple_statements', 'Write one statement, without a ; inside.');
    if (this.#at < this.#tokens.length) this.#refuse();
    const none = { ctes: [], distinctOn: [], having: null, windows: [], offset: null };
    return {
      kind: 'select',
      ...none,
      distinct,
      items,
      from: [from],
      where,
      groupBy,
      groupingSets: groupBy.length > 0 ? 1 : 0,
      orderBy,
      limit,
    };
  }

  /** The list behind GROUP BY or ORDER BY; empty where there is none. */
  #keys(word, read) {
    if (!this.#skip(word)) return [];
    this.#need('by');
    return this.#list(read);
  }

  #item() {
    const expr = this.#expression();
    const alias = this.#skip('as') ? this.#name().text : null;
    return { expr, alias, name: alias ?? expr.names?.at(-1) ?? expr.name };
  }

  #order() {
    const expr = this.#expression();
    const direction = this.#skip('desc') ? 'desc' : 'asc';
    if (direction === 'asc') this.#skip('asc');
    return { expr, direction };
  }

  /** A column, or an aggregate of one. */
  #expression() {
    const { kind, text: fn } = this.#peek();
    if (kind !== 'word' || this.#tokens[this.#at + 1]?.text !== '(') return this.#column();
    if (!AGGREGATES.has(fn))
      throw new Refused('function_not_allowed', `The function "${fn}" can't be used here.`);
    this.#at += 2;
    const distinct = this.#skip('distinct');
    const arg =
      fn === 'count' && this.#skip('*') ? { kind: 'star', qualifier: [] } : this.#column();
    this.#need(')');
    return { kind: 'call', name: fn, args: [arg], distinct, filter: null, orderBy: [], over: null };
  }

  #conjunction() {
    const first = this.#comparison();
    return this.#skip('and')
      ? { kind: 'operation', op: 'and', args: [first, this.#conjunction()] }
      : first;
  }

  #comparison() {
    const left = this.#column();
    const { text: op } = this.#take();
    if (!['=', '<>', '<', '<=', '>', '>='].includes(op)) this.#refuse();
    const { kind } = this.#peek();
    return {
      kind: 'operation',
      op,
      args: [left, kind === 'name' ? this.#column() : this.#value(kind)],
    };
  }

  #column() {
    const names = [this.#name().text];
    if (this.#skip('.')) names.push(this.#name().text);
    return { kind: 'column', names };
  }

  #value(kind) {
    const { text: said } = this.#take(kind);
    if (kind === 'word' && said !== 'true' && said !== 'false') this.#refuse();
    if (kind === 'sign') this.#refuse();
    return { kind: 'literal', type: kind === 'word' ? 'boolean' : kind, text: said };
  }

  #name() {
    const token = this.#take();
    if (token.kind !== 'name' && token.kind !== 'word') this.#refuse();
    return token;
  }

  #list(read) {
    const found = [read()];
    while (this.#skip(',')) found.push(read());
    return found;
  }

  #peek() {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #take(kind) {
    const token = this.#peek();
    if (token.kind === 'end' || (kind && token.kind !== kind)) this.#refuse();
    this.#at += 1;
    return token;
  }

  #skip(word) {
    const { kind, text: said } = this.#peek();
    if ((kind !== 'word' && kind !== 'sign') || said !== word) return false;
    this.#at += 1;
    return true;
  }

  #need(word) {
    if (!this.#skip(word)) this.#refuse();
  }

  #refuse() {
    throw new Refused(
      'node_not_allowed',
      `This cannot be used here: ${this.#peek().text || 'the end'}.`,
    );
  }
}
