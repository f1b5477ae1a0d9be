// Loaded into the service by `bench gateway`: SIGUSR2 begins a profile, the next one writes it to $BENCH_PROFILE.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.BENCH_PROFILE) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  let running = false;
  process.on('SIGUSR2', async () => {
    running = !running;
    if (running) return session.post('Profiler.start');
    const { profile } = await session.post('Profiler.stop');
    writeFileSync(process.env.BENCH_PROFILE, JSON.stringify(profile));
  });
}
