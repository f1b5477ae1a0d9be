import type { PhysicalName } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import type { Program, Step } from '#workers/alasql/protocol.ts';

type Parameter = string | number | boolean | null;
type StepBody<S = Step> = S extends Step ? Omit<S, 'into'> : never;

/** Gathers the tables, parameters and steps of a program. */
export class ProgramWriter {
  readonly #tables: {
    readonly name: string;
    readonly physical: PhysicalName;
    readonly columns: Map<number, string>;
  }[] = [];
  readonly #parameters = new Map<string, { readonly name: string; readonly value: Parameter }>();
  readonly #steps: Step[] = [];

  /** The name of a stored table. */
  table(physical: PhysicalName): string {
    const known = this.#tables.find((table) => table.physical === physical);
    if (known) return known.name;
    const name = `t${this.#tables.length}`;
    this.#tables.push({ name, physical, columns: new Map() });
    return name;
  }

  /** Notes that a column of a stored table is read. */
  reads(table: string, at: number, name: string): void {
    this.#tables.find((each) => each.name === table)?.columns.set(at, name);
  }

  /** All columns of stored tables that the program reads. */
  columnsRead(): readonly { readonly physical: PhysicalName; readonly column: string }[] {
    return this.#tables.flatMap(({ physical, columns }) =>
      [...columns.values()].map((column) => ({ physical, column })),
    );
  }

  /** A value of the statement; the same value has the same name, so that equal expressions have equal texts. */
  parameter(value: Parameter): string {
    const key = `${typeof value}:${value}`;
    const known = this.#parameters.get(key) ?? { name: `p${this.#parameters.size}`, value };
    this.#parameters.set(key, known);
    return `:${known.name}`;
  }

  /** Adds a step; gives the name of the table that it makes. */
  step(body: StepBody): string {
    const into = `s${this.#steps.length}`;
    this.#steps.push({ ...body, into } as Step);
    return into;
  }

  /** The program as it goes to the engine. */
  text(columns: readonly ResultColumn[]): string {
    const program: Program = {
      tables: this.#tables.map(({ name, physical, columns: read }) => ({
        name,
        physical,
        columns: [...read].map(([at, column]) => ({ at, name: column })),
      })),
      parameters: Object.fromEntries(
        [...this.#parameters.values()].map(({ name, value }) => [name, value]),
      ),
      steps: this.#steps,
      columns,
    };
    return JSON.stringify(program);
  }
}
