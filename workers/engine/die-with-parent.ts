/**
 * Ends this process at once when its parent is gone, which its IPC channel tells. To be called before anything else is
 * imported: native modules take long to load, and a channel that closed before somebody listened closes only once.
 */
export function dieWithParent(): void {
  // Native threads may be at work: a plain exit would wait for them.
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', end);
  if (!process.connected) end();
}
