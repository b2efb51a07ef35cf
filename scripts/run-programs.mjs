/**
 * Runs programs one after the other in one process, so that the libraries are loaded once. A program ends when it has nothing left to do.
 * `node run-programs.mjs <file> <programs…>` writes the output of each to the file, as a list in JSON.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

const [file, ...programs] = process.argv.slice(2);
const waiting = [...programs];
const printed = [];
let current;

for (const name of ['stdout', 'stderr']) {
  process[name].write = (chunk, encoding, done = encoding) => {
    current[name] += chunk;
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
}
process.on('uncaughtException', (error) => {
  current.stderr += `${inspect(error)}\n`;
});
process.on('beforeExit', runNext);
runNext();

function runNext() {
  if (current !== undefined) printed.push(current.stdout + current.stderr);
  const program = waiting.shift();
  if (program === undefined) {
    process.off('beforeExit', runNext);
    writeFileSync(file, JSON.stringify(printed));
    return;
  }
  current = { stdout: '', stderr: '' };
  process.argv = [process.execPath, resolve(program)];
  // In a turn of its own: Node.js 24 ends after `beforeExit` if nothing but an import is pending. An error of the program becomes an
  // uncaught exception.
  setImmediate(() => import(pathToFileURL(resolve(program)).href));
}
