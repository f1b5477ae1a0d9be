#!/usr/bin/env node
// Plain JavaScript, so that an old Node prints this text instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Plumbline needs Node 22.18 or newer, and this is ${process.versions.node}. In a checkout, run "npm ci" and then "npm start": it brings Node 24 along.`,
  );
  process.exit(1);
}
const { runCli } = await import('../src/cli.ts');
await runCli(process.argv.slice(2));
