import type { GuardResult } from '../src/sql/guard.ts';

export interface Line {
  readonly engine: string;
  readonly sql: string;
  readonly kind: string;
  readonly corpus: string;
}

interface Group {
  accepted: number;
  total: number;
  /** SELECTs that the engine cannot resolve either. */
  leftOut: number;
  readonly reasons: Map<string, string[]>;
}

/** What a statement of the corpus is, in the words of the report. */
export function groupOf({ kind, corpus }: Line): string {
  if (kind === 'select') return `SELECT, ${corpus}`;
  if (kind === 'select_udf') return `SELECT that calls a user's function, ${corpus}`;
  if (kind.startsWith('select_')) return `hidden effect, ${corpus}`;
  if (/^(syntax_error|error|empty)$/.test(kind)) return `does not parse, ${corpus}`;
  return kind.startsWith('probe') ? `probe (${kind.slice(6)})` : `no single SELECT, ${corpus}`;
}

const short = (sql: string, length: number) => sql.replace(/\s+/g, ' ').slice(0, length);

/** Milliseconds: by the clock, and of this thread's processor time. */
export interface Time {
  readonly wall: number;
  readonly cpu: number;
}

function timeLine(corpus: string, times: readonly Time[]): string {
  const sorted = times.map(({ wall }) => wall).toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(3);
  const cpu = times.reduce((sum, time) => sum + time.cpu, 0) / times.length;
  return `check and rewrite of a SELECT, ${corpus}: p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms; processor time of this thread: mean ${cpu.toFixed(3)} ms\n`;
}

/** Counts verdicts by kind of statement. */
export class GuardTally {
  private readonly groups = new Map<string, Group>();
  private readonly times = new Map<string, Time[]>();
  private slowest = { ms: 0, sql: '' };

  add(line: Line, result: GuardResult): void {
    const group = this.group(groupOf(line));
    group.total++;
    if (result.ok) group.accepted++;
    const reason = result.ok ? 'accepted' : `${result.refusal.code}: ${result.refusal.text}`;
    const key = reason.replace(/"[^"]*"/g, '…').slice(0, 80);
    group.reasons.set(key, [...(group.reasons.get(key) ?? []), line.sql]);
  }

  leaveOut(name: string): void {
    this.group(name).leftOut++;
  }

  addTime(time: Time, sql: string, corpus: string): void {
    const times = this.times.get(corpus) ?? [];
    this.times.set(corpus, times);
    times.push(time);
    if (time.cpu > this.slowest.ms) this.slowest = { ms: time.cpu, sql };
  }

  report(shown: number): string {
    const parts: string[] = [];
    for (const [name, group] of [...this.groups].sort())
      parts.push(line(name, group), ...reasons(group, shown));
    for (const [corpus, times] of this.times) parts.push(timeLine(corpus, times));
    const all = [...this.times.values()].flat();
    if (all.length > 0)
      parts.push(
        timeLine('all', all),
        `slowest by processor time of this thread: ${this.slowest.ms.toFixed(1)} ms: ${short(this.slowest.sql, 100)}\n`,
      );
    return parts.join('');
  }

  private group(name: string): Group {
    const group = this.groups.get(name) ?? {
      accepted: 0,
      total: 0,
      leftOut: 0,
      reasons: new Map<string, string[]>(),
    };
    this.groups.set(name, group);
    return group;
  }
}

function line(name: string, { accepted, total, leftOut }: Group): string {
  const share = total > 0 ? ` (${((100 * accepted) / total).toFixed(2)} %)` : '';
  const out = leftOut > 0 ? `, ${leftOut} left out` : '';
  return `${name}: ${accepted} of ${total} accepted${share}${out}\n`;
}

function reasons({ reasons }: Group, shown: number): readonly string[] {
  return [...reasons]
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, shown)
    .map(
      ([reason, sqls]) =>
        `    ${sqls.length}  ${reason}\n${sqls
          .slice(0, 3)
          .map((sql) => `          ${short(sql, 150)}\n`)
          .join('')}`,
    );
}
