import type { Logger } from 'pino';
import type { WaitingLimits } from '#src/places.ts';
import type { PhysicalName } from '#src/plugin-api/catalog.ts';
import type {
  ContainmentRequest,
  DataSource,
  ProfileRequest,
  TableProfile,
  ValuesBatch,
  ValuesRequest,
} from '#src/plugin-api/data-source.ts';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { orNothing, whyUnreadable } from '#src/sql/server/lenient.ts';
import { contained, countDistinct } from './containment.ts';
import { inspecting } from './inspecting.ts';
import { introspect } from './introspect.ts';
import { Leases } from './leases.ts';
import { rowsFrom } from './names.ts';
import { type ProfileDraft, profileTable } from './profile.ts';
import { queries } from './query.ts';
import type { Session } from './session.ts';
import type { MysqlSettings } from './settings.ts';
import { type FactsOf, readTableFacts, type TableFacts } from './table-facts.ts';
import { valuesOf } from './values.ts';

export interface SourceDeps {
  readonly target: DatabaseTarget;
  readonly dialect: Dialect;
  readonly settings: MysqlSettings;
  readonly log: Logger;
  readonly waiting: WaitingLimits;
}

/** Values in one batch. */
const VALUES_AT_ONCE = 5_000;

/** One database of a MySQL or MariaDB server. Connects when it is first used. Fails with `SourceError`s. */
export function createMysqlSource(deps: SourceDeps): DataSource {
  const { target, dialect, settings } = deps;
  const leases = new Leases(deps);
  const inspect = new Inspect(leases, settings);
  return {
    dialect,
    open: async (signal) => {
      signal.throwIfAborted();
      leases.open();
    },
    close: () => leases.close(),
    query: (sql, options) => queries(leases, [sql], options)[0]!,
    queryTogether: (sqls, options) => queries(leases, sqls, options),
    introspect: (_, signal) =>
      inspect.run(signal, (session) => introspect(session, target.schemas ?? [target.database])),
    unreadable: (_, tables, signal) => inspect.unreadable(tables, signal),
    profile: (_, tables, signal) => inspect.profile(tables, signal),
    values: (_, requests, signal) => inspect.values(requests, signal),
    containment: (_, pairs, signal) => inspect.containment(pairs, signal),
    countDistinct: (_, sets, signal) => inspect.countDistinct(sets, signal),
  };
}

/** The calls that are no guarded SELECT; each table, pair or set has its time. */
class Inspect {
  readonly #leases: Leases;
  readonly #settings: MysqlSettings;

  constructor(leases: Leases, settings: MysqlSettings) {
    this.#leases = leases;
    this.#settings = settings;
  }

  run<T>(
    signal: AbortSignal,
    work: (session: Session) => Promise<T>,
    timeoutMs = this.#settings.inspect_timeout_ms,
  ): Promise<T> {
    return inspecting(this.#leases, { timeoutMs, signal }, work);
  }

  async unreadable(
    tables: readonly PhysicalName[],
    signal: AbortSignal,
  ): Promise<(string | null)[]> {
    const why: (string | null)[] = [];
    for (const physical of tables) {
      const reading = this.run(
        signal,
        (session) => session.rows(`SELECT 1 FROM ${rowsFrom(physical)} LIMIT 1`),
        this.#settings.profile_timeout_ms,
      );
      why.push(await whyUnreadable(reading, { signal }));
    }
    return why;
  }

  async profile(tables: readonly ProfileRequest[], signal: AbortSignal): Promise<TableProfile[]> {
    const factsOf = await this.#facts(
      tables.map(({ physical }) => physical),
      signal,
    );
    const profiles: TableProfile[] = [];
    for (const request of tables) {
      const { physical } = request;
      const draft = await this.#profileTable(request, factsOf(physical) ?? NO_FACTS, signal);
      profiles.push({ physical, ...draft });
    }
    return profiles;
  }

  async *values(
    requests: readonly ValuesRequest[],
    signal: AbortSignal,
  ): AsyncGenerator<ValuesBatch> {
    const factsOf = await this.#facts(
      requests.map(({ physical }) => physical),
      signal,
    );
    for (const request of requests) {
      const { physical, column } = request;
      const facts = factsOf(physical) ?? NO_FACTS;
      const values = await this.run(signal, (session) =>
        valuesOf(session, request, facts, this.#settings),
      ).catch(orNothing<Awaited<ReturnType<typeof valuesOf>>>({ signal }, []));
      for (let from = 0; from < values.length; from += VALUES_AT_ONCE)
        yield { physical, column, values: values.slice(from, from + VALUES_AT_ONCE) };
    }
  }

  async containment(pairs: readonly ContainmentRequest[], signal: AbortSignal): Promise<number[]> {
    const factsOf = await this.#facts(
      pairs.flatMap(({ from, to }) => [from.physical, to.physical]),
      signal,
    );
    const shares: number[] = [];
    for (const pair of pairs)
      shares.push(
        await this.run(signal, (session) =>
          contained(session, pair, factsOf, this.#settings),
        ).catch(orNothing({ signal }, 0)),
      );
    return shares;
  }

  async countDistinct(
    sets: readonly ContainmentRequest['from'][],
    signal: AbortSignal,
  ): Promise<number[]> {
    const factsOf = await this.#facts(
      sets.map(({ physical }) => physical),
      signal,
    );
    const counts: number[] = [];
    for (const set of sets)
      counts.push(
        await this.run(signal, (session) =>
          countDistinct(session, set, factsOf(set.physical) ?? NO_FACTS, this.#settings),
        ).catch(orNothing({ signal }, 0)),
      );
    return counts;
  }

  async #facts(tables: readonly PhysicalName[], signal: AbortSignal): Promise<FactsOf> {
    if (tables.length === 0) return () => undefined;
    return this.run(signal, (session) => readTableFacts(session, tables));
  }

  /** What was measured when its time was over, or it was gone, is kept. */
  async #profileTable(
    request: ProfileRequest,
    facts: TableFacts,
    signal: AbortSignal,
  ): Promise<ProfileDraft> {
    const draft: ProfileDraft = { rowCount: facts.rowCount, columns: new Map() };
    await this.run(
      signal,
      (session) => profileTable(session, request, facts, this.#settings, draft),
      this.#settings.profile_timeout_ms,
    ).catch(orNothing({ signal }, undefined));
    return { ...draft, columns: new Map(draft.columns) };
  }
}

/** Of a table that was there a moment ago. */
const NO_FACTS: TableFacts = { rowCount: 0, types: new Map(), indexes: [] };
