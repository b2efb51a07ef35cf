#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { listenForStops } from './cli/input/interrupts.js';
import { run } from './cli/run.js';

const { signal, turn } = listenForStops();

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
  cwd: process.cwd(),
  command: [process.execPath, fileURLToPath(import.meta.url)],
  signal,
  turn,
});
