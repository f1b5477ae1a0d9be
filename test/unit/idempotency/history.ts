/** What one client saw of one request. Times in milliseconds. */
export interface HistoryEntry {
  readonly key: string;
  readonly content: string;
  readonly began: number;
  readonly ended: number;
  /** `done`, `failed` (carried out here), `repeated`, or the code of the refusal. */
  readonly outcome: string;
  /** The execution whose response was given. */
  readonly execution: number | null;
}

/** What of a history cannot be, if each key lets one request succeed once. Empty: it is as it has to be. */
export function checkHistory(history: readonly HistoryEntry[]): string[] {
  return [...Map.groupBy(history, ({ key }) => key)].flatMap(([key, entries]) => {
    const wrong: string[] = [];
    const done = entries.filter(({ outcome }) => outcome === 'done');
    const [only] = done;
    if (done.length > 1) wrong.push(`${key}: carried out ${done.length} times`);
    for (const entry of entries) {
      const { outcome, execution, content } = entry;
      if (outcome === 'repeated' && (execution !== only?.execution || content !== only.content))
        wrong.push(`${key}: gave the response of another request`);
      if (outcome === 'repeated' && only && entry.ended < only.began)
        wrong.push(`${key}: gave a response before it was made`);
      const after = only !== undefined && entry.began > only.ended;
      if (after && content === only.content && outcome !== 'repeated')
        wrong.push(`${key}: ${outcome} after it was done`);
      if (after && content !== only.content && outcome !== 'idempotency_mismatch')
        wrong.push(`${key}: ${outcome} with another content`);
    }
    return wrong;
  });
}
