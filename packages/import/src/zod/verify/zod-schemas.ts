import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import type { SchemaCode } from './schema-code.js';

/** A schema to make with the project's own Zod. */
export interface SchemaRequest extends SchemaCode {
  /** The file whose Zod is loaded. */
  readonly from: string;
}

/** What Zod says of a schema, or why it says nothing. */
export type SchemaAnswer = { readonly schema: object } | { readonly problem: string };

const TIMEOUT_MS = 60_000;

/** Asks the project's own Zod for JSON Schemas, in a process that can write no files and start no others. */
export async function askZod(requests: readonly SchemaRequest[]): Promise<readonly SchemaAnswer[]> {
  if (requests.length === 0) return [];
  // By its name in the package.json: a packed package is bundled, and tests run the sources.
  const program = createRequire(import.meta.url).resolve('#zod-process');
  const flag = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const child = spawn(process.execPath, [flag, '--no-warnings', '--allow-fs-read=*', program], {
    stdio: 'pipe',
    timeout: TIMEOUT_MS,
    env: {},
  });
  const ended = new Promise<string>((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (code, signal) => resolve(signal ? `it was ended by ${signal}` : `exit code ${code}`));
  });
  // The process may end before it has read everything; its answer is then incomplete.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(requests));
  const [answer, errors, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const why = errors.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? end;
  return parseAnswers(answer) ?? requests.map(() => ({ problem: `Zod did not answer: ${why.trim()}` }));
}

function parseAnswers(answer: string): readonly SchemaAnswer[] | undefined {
  try {
    const answers: unknown = JSON.parse(answer);
    // Written by the program that this module starts.
    return Array.isArray(answers) ? (answers as SchemaAnswer[]) : undefined;
  } catch {
    return undefined; // The process was ended.
  }
}
