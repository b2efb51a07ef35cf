import type { Context, Script } from 'node:vm';
import { builtInModule } from '@toolwright/contract';

/** The time limit in milliseconds, far more than ordinary text needs. */
const LIMIT_MS = 250;

/** What engines do within the time limit, where they cannot be stopped. */
const MAX_STEPS = 10_000_000;

/**
 * Matches a pattern for which no linear algorithm is available, e.g. because it contains backreferences. Stops the engine if it takes too
 * long. Platforms without `node:vm` cannot stop it, so they only match what cannot take long.
 * @throws Error if the engine was stopped or might take too long
 */
export function matchesInTime(expression: RegExp, text: string): boolean {
  sandbox ??= openSandbox() ?? null;
  if (sandbox === null) {
    if (maxSteps(expression.source, text.length) > MAX_STEPS)
      throw takesTooLong(expression, text, 'may take');
    return expression.test(text);
  }
  const { context, script } = sandbox;
  Object.assign(context, { expression, text });
  try {
    return script.runInContext(context, { timeout: LIMIT_MS }) === true;
  } catch (cause) {
    if (!isTimeout(cause)) throw cause;
    throw takesTooLong(expression, text, 'takes', cause);
  } finally {
    Object.assign(context, { expression: undefined, text: undefined });
  }
}

interface Sandbox {
  readonly context: Context;
  readonly script: Script;
}

/** Null on platforms without `node:vm`. */
let sandbox: Sandbox | null | undefined;

function openSandbox(): Sandbox | undefined {
  const vm = builtInModule('vm');
  try {
    if (vm === undefined) return undefined;
    const [context, script] = [vm.createContext({}), new vm.Script('expression.test(text)')];
    Object.assign(context, { expression: /a/, text: 'a' });
    return script.runInContext(context) === true ? { context, script } : undefined;
  } catch {
    // The module of workerd only throws, at the latest when a script runs.
    return undefined;
  }
}

/** The error is one of the script's realm. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/**
 * Returns an upper bound of the ways in which an engine may try to match a pattern. A repeated group may match each character in as many ways
 * as it has alternatives, and begin again or not; any other repetition may end at each character; an optional part is there or not.
 */
function maxSteps(source: string, length: number): number {
  const count = (part: RegExp): number => source.match(part)?.length ?? 0;
  if (/\)[*+{]/.test(source)) return (2 + count(/\|/g)) ** length;
  return 2 ** count(/(?<!\()\?/g) * Math.max(length, 2) ** count(/[*+{]/g);
}

function takesTooLong({ source }: RegExp, text: string, takes: string, cause?: unknown): Error {
  const message = `A string of ${text.length} characters ${takes} too long to match the pattern ${source}. Send a shorter string.`;
  return new Error(message, { cause });
}
