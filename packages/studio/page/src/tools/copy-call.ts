import type { JsonObject } from '@toolwright/contract';
import type { CallEntry } from '../../../src/protocol/requests.js';

export interface CopiedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The registry with which Studio was started, as `module#export`. */
  readonly registry?: string | undefined;
  readonly end?: CallEntry['end'];
}

/** The maximum length of results in tests. Longer results would make the test unreadable. */
const LONGEST_RESULT = 4_000;

/** Formats a call as a `toolwright call …` command for a POSIX shell. */
export function toCommand({ tool, arguments: args, registry }: CopiedCall): string {
  const options = registry === undefined ? '' : ` --registry ${quoteForShell(registry)}`;
  const name = tool.startsWith('-') ? `-- ${quoteForShell(tool)}` : quoteForShell(tool);
  return tool.startsWith('-')
    ? `npx toolwright call${options} ${name} ${quoteForShell(safeJson(args))}`
    : `npx toolwright call ${name} ${quoteForShell(safeJson(args))}${options}`;
}

/** Formats a call as a test for Node's test runner. The test expects the same outcome. */
export function toTest(call: CopiedCall): string {
  const [module = './src/tools.js', name = 'registry'] = call.registry?.split('#') ?? [];
  const isName = /^[A-Za-z_$][\w$]*$/.test(name);
  const imported = name === 'default' || !isName ? 'registry' : name;
  return [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    `import ${name === 'default' || !isName ? imported : `{ ${imported} }`} from ${codeJson(importPath(module))};`,
    '',
    `test(${codeJson(`${call.tool} ${call.end && 'error' in call.end ? 'refuses the call' : 'returns what it did'}`)}, async () => {`,
    `  const outcome = await ${imported}.execute(${codeJson(call.tool)}, ${indented(call.arguments)});`,
    `  ${expectation(call.end)}`,
    '});',
    '',
  ].join('\n');
}

/** Quotes a word for a POSIX shell. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./#-]+$/.test(word) && !word.startsWith('#')
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Formats JSON. Escapes characters that hide or reorder text, because commands are pasted into a terminal. */
function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function codeJson(text: string): string {
  const json = safeJson(text);
  return json.includes("'") || json.includes('\\') ? json : `'${json.slice(1, -1)}'`;
}

function indented(value: unknown): string {
  return safeJson(value, 2).replaceAll('\n', '\n  ');
}

function expectation(end: CallEntry['end']): string {
  if (end === undefined) return 'assert.equal(outcome.error, null);';
  if ('error' in end) return `assert.equal(outcome.error, ${codeJson(end.error.message)});`;
  const result = indented(end.result);
  const isWhole = (end.omitted ?? 0) === 0 && result.length <= LONGEST_RESULT;
  return isWhole
    ? `assert.deepEqual(outcome, { result: ${result}, error: null });`
    : 'assert.equal(outcome.error, null);';
}

function importPath(module: string): string {
  const path = module.replace(/\.ts$/, '.js').replace(/\.mts$/, '.mjs');
  return /^[./]/.test(path) ? path : `./${path}`;
}
