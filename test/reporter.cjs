'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { flushCompileCache } = require('node:module');
const path = require('node:path');
const Mocha = require('mocha');

/** How long a run may take to end by itself (milliseconds). */
const ENDS_WITHIN_MS = 30_000;

/**
 * Mocha's spec output, the tests that passed only when run again (with `--retries`, each with its first error), and
 * as the last line the count that continuous integration reads. A run whose tests left something open (a failed hook
 * closes nothing) says what, and ends.
 */
module.exports = class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    // What was compiled to get here is there at once for the processes that the tests start, and for other parts.
    runner.once(Mocha.Runner.constants.EVENT_RUN_BEGIN, () => flushCompileCache?.());
    keepCosts(runner);
    const retried = [];
    runner.on(Mocha.Runner.constants.EVENT_TEST_RETRY, (test, error) =>
      retried.push(`retried: ${test.fullTitle()}: ${error.message}`),
    );
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = runner.stats;
      const tell = () => console.log(`${passes} passed, ${failures} failed`);
      for (const line of retried) console.log(line);
      if (pending > 0) console.log(`${pending} skipped`);
      tell();
      setTimeout(() => {
        console.log(`still open: ${[...new Set(process.getActiveResourcesInfo())].join(', ')}`);
        tell();
        process.exit(failures > 0 ? 1 : 0);
      }, ENDS_WITHIN_MS).unref();
    });
  }
};

/**
 * Writes how many seconds of processor time each file took with its hooks and the processes that it started, where
 * `TEST_COSTS` names a file for that. Where the system does not tell, it is the time by the clock.
 */
function keepCosts(runner) {
  const { EVENT_SUITE_BEGIN, EVENT_SUITE_END, EVENT_RUN_END } = Mocha.Runner.constants;
  const costs = {};
  let began = 0;
  runner.on(EVENT_SUITE_BEGIN, (suite) => {
    if (suite.parent?.root) began = secondsUsed();
  });
  runner.on(EVENT_SUITE_END, (suite) => {
    if (!suite.parent?.root || !suite.file) return;
    const file = path.relative(process.cwd(), suite.file).split(path.sep).join('/');
    costs[file] = (costs[file] ?? 0) + secondsUsed() - began;
  });
  const to = process.env.TEST_COSTS;
  if (to) runner.once(EVENT_RUN_END, () => writeFileSync(to, JSON.stringify(costs)));
}

/** Of this process and of those that it started and that have ended, in seconds. */
function secondsUsed() {
  if (process.platform !== 'linux') return performance.now() / 1000;
  // The fields behind the name of the program; times are in hundredths of a second (proc(5)).
  const [, ...fields] = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return fields.slice(10, 14).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}
