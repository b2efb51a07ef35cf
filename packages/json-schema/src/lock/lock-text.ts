import { errorMessage, isRecord, ToolwrightError } from '@toolwright/contract';
import { canonicalJson, readJson } from '@toolwright/json';
import { orderedJson } from './ordered-json.js';
import { showValue } from './show-value.js';
import { createLock, LOCK_VERSION, type LockedTool, type ToolLock } from './tool-lock.js';

/** Returns the text of a lock file. It is the same for equal locks, and has one block of lines for each tool, for readable diffs. */
export function writeLock(lock: ToolLock): string {
  const print = lock.version === 1 ? canonicalJson : orderedJson;
  const sorted: unknown = JSON.parse(print(createLock(lock.tools, lock.version)));
  return `${JSON.stringify(sorted, undefined, 2)}\n`;
}

/**
 * Reads the text of a lock file, or its parsed content.
 * @param name the file's name in error messages
 * @throws ToolwrightError `INVALID_CONFIG` for any other value, or a lock with an unsupported version
 */
export function readLock(given: unknown, name = 'The lock'): ToolLock {
  const lock: unknown = typeof given === 'string' ? parse(given, name) : given;
  if (!isRecord(lock) || !Array.isArray(lock.tools)) throw invalid(name, 'is not a lock of tools');
  const { version } = lock;
  if (version !== 1 && version !== LOCK_VERSION) {
    throw invalid(name, `has version ${JSON.stringify(version)}; expected ${LOCK_VERSION}`);
  }
  if (hasHugeNumber(lock)) throw invalid(name, 'has a number that is too large');
  const tools = new Map<string, LockedTool>();
  for (const [index, tool] of lock.tools.entries()) {
    if (!isLockedTool(tool)) throw invalid(name, `has a value at /tools/${index} that is not a locked tool`);
    if (tools.has(tool.name)) throw invalid(name, `has the tool '${tool.name}' twice`);
    tools.set(tool.name, tool);
  }
  return createLock(tools.values(), version);
}

function parse(written: string, name: string): unknown {
  // Some editors write a byte order mark at the start of a file.
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written;
  const lock = parseJson(text, name);
  const repeated = findRepeatedMember(text);
  if (repeated !== undefined) throw invalid(name, `has the member ${showValue(repeated)} twice`);
  return lock;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(name, `is not JSON: ${errorMessage(error)}`, error);
  }
}

/** Finds a member with two values, which a merge may have left. `JSON.parse` would use the last value. */
function findRepeatedMember(text: string): string | number | undefined {
  const plain = readJson(text);
  const isDeep = !plain.ok && plain.error.kind === 'depth';
  const read = isDeep ? readJson(text, { maxDepth: text.length }) : plain;
  return read.ok ? read.duplicates[0]?.path.at(-1) : undefined;
}

/** Whether a value contains a number that is too large: `1e400` is valid JSON, but JavaScript parses it as infinity. */
function hasHugeNumber(root: object): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'number' && !Number.isFinite(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) open.push(inner);
  }
  return false;
}

function isLockedTool(value: unknown): value is LockedTool {
  if (!isRecord(value)) return false;
  const { name, title = '', description, parameters, annotations } = value;
  const { output = {}, proved = {}, was = {}, wire = {} } = value;
  const texts = [name, title, description, ...Object.values(isRecord(wire) ? wire : {})];
  return (
    texts.every((text) => typeof text === 'string') &&
    [parameters, output, annotations, proved, wire].every(isRecord) &&
    isFormerNames(was)
  );
}

function isFormerNames(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { tool = [], parameters = {} } = value;
  if (!Array.isArray(tool) || !isRecord(parameters)) return false;
  return [...tool, ...Object.values(parameters)].every((name) => typeof name === 'string');
}

function invalid(name: string, what: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', `${name} ${what}.`, {
    blame: 'developer',
    hint: 'Write the lock again.',
    cause,
  });
}
