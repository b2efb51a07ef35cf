import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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
  // Tests run the sources, of which Node.js cannot run this program.
  const program = fileURLToPath(new URL('../../../dist/zod/verify/zod-process.js', import.meta.url));
  const flag = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const child = spawn(process.execPath, [flag, '--allow-fs-read=*', program], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    env: {},
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => {
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
  // The process may end before it has read everything; its answer is then incomplete.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(requests));
  await ended;
  return (
    parseAnswers(Buffer.concat(chunks).toString('utf8')) ??
    requests.map(() => ({ problem: 'Zod did not answer' }))
  );
}

function parseAnswers(text: string): readonly SchemaAnswer[] | undefined {
  try {
    const answers: unknown = JSON.parse(text);
    // Written by the program that this module starts.
    return Array.isArray(answers) ? (answers as SchemaAnswer[]) : undefined;
  } catch {
    return undefined; // The process was ended.
  }
}
