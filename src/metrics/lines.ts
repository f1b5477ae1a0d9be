/** Gives the line of a metric by its labels, which is looked up once: prom-client takes longer to find it than to count. */
export function linesOf<L extends readonly string[], T>(
  lineOf: (...labels: L) => T,
): (...labels: L) => T {
  const known = new Map<string, T>();
  return (...labels) => {
    const key = labels.join('\n');
    const line = known.get(key) ?? lineOf(...labels);
    known.set(key, line);
    return line;
  };
}
