/** Called at moments that a feature names; does nothing outside of tests. */
export type AtPoint<P extends string> = (point: P) => void;

/** Kills this process at the moment that the environment variable `PLUMBLINE_CRASH_AT` names; never where it is unset. */
export function crashPointFrom<P extends string>(env: NodeJS.ProcessEnv): AtPoint<P> {
  const wanted = env['PLUMBLINE_CRASH_AT'];
  if (!wanted) return () => {};
  return (point) => {
    if (point === wanted) process.kill(process.pid, 'SIGKILL');
  };
}
