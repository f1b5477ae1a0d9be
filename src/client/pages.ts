import { getResultPage } from './generated/calls.ts';
import type { ResultPage } from './generated/types.ts';
import type { CallOptions, Service } from './service.ts';

/** A list that comes in pages, each with the cursor of the next one. */
type ListCall = (
  service: Service,
  parameters: never,
  options?: CallOptions,
) => Promise<{ readonly next_cursor: string | null }>;
type ParametersOf<L extends ListCall> = NonNullable<Parameters<L>[1]> & object;
type PageOf<L extends ListCall> = Awaited<ReturnType<L>>;

/**
 * The pages of a list, each fetched when it is asked for: `for await (const page of pagesOf(listChats, service, {…}))`.
 * Begins at `parameters.cursor` where there is one.
 */
export async function* pagesOf<L extends ListCall>(
  list: L,
  service: Service,
  parameters: ParametersOf<L>,
  options: CallOptions = {},
): AsyncGenerator<PageOf<L>, void, void> {
  // TypeScript does not see that a call takes its own parameters and gives its own page.
  const call = list as unknown as (
    service: Service,
    parameters: object,
    options: CallOptions,
  ) => Promise<PageOf<L>>;
  const first: object = parameters;
  let given = first;
  for (;;) {
    const page = await call(service, given, options);
    yield page;
    if (page.next_cursor === null) return;
    given = { ...first, cursor: page.next_cursor };
  }
}

export interface ResultAddress {
  readonly client_id: string;
  /** Of the `result` event or the answer; valid for 24 hours. */
  readonly result_token: string;
  /** The first row; 0 where absent. */
  readonly offset?: number;
  /** Rows of a page at the most; a page may hold fewer where they are large. */
  readonly limit?: number;
}

/**
 * The pages of a result that was longer than its answer, each fetched when it is asked for. A token that is over throws
 * `NotFoundError` with code `result_not_found`: ask again.
 */
export async function* resultPages(
  service: Service,
  address: ResultAddress,
  options: CallOptions = {},
): AsyncGenerator<ResultPage, void, void> {
  let offset: number | null = address.offset ?? 0;
  while (offset !== null) {
    const page: ResultPage = await getResultPage(service, { ...address, offset }, options);
    yield page;
    offset = page.next_offset;
  }
}
