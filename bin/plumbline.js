#!/usr/bin/env node
// Plain JavaScript, so that an old Node prints this text instead of a syntax error.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) runByPinnedNode();
else await run();

/** A checkout brings its own Node (npm ci); an installed package does not. */
function runByPinnedNode() {
  const node = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  if (!existsSync(node)) {
    console.error(
      `Plumbline needs Node 22.18 or newer, but this is Node ${process.versions.node}.`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, PLUMBLINE_LAUNCHER: String(process.pid) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

async function run() {
  // Compiled code is kept in a folder of the user's own, for worker threads too: it saves a third of the start.
  process.env.NODE_COMPILE_CACHE ??= path.join(
    process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
    'plumbline',
  );
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  // A checkout runs its sources; the package holds them compiled, since Node strips no types below node_modules.
  const isCheckout = existsSync(new URL('../src/cli.ts', import.meta.url));
  await import(isCheckout ? '../workers/own-modules.ts' : '../dist/app/workers/own-modules.js');
  const { runCli } = await import(isCheckout ? '../src/cli.ts' : '../dist/app/src/cli.js');
  await runCli(process.argv.slice(2));
}
