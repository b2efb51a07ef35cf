import {
  isRecord,
  type ObjectSchema,
  type ToolAnnotations,
  type ToolSource,
  type ToolSpec,
  ToolwrightError,
  unknownToolMessage,
} from '@toolwright/contract';
import { type DeclaredTool, printTools } from './declarations/print-tools.js';
import { type CodeModeOptions, DEFAULT_TIMEOUT_MS } from './options.js';
import { ToolIndex } from './search/tool-index.js';

/** The number of tools that a search finds. */
const FOUND = 5;

/** The tool under whose name stores record how a program started: whether it was accepted, its time and the seed of its random numbers. */
export const START_TOOL: ToolSpec = {
  name: 'programStart',
  description: 'Records how a program starts',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  annotations: { readOnly: true },
  internal: true,
};

/** The tool that finds declarations, for models and programs. */
export const SEARCH_TOOL: ToolSpec = {
  name: 'searchTools',
  description: 'Finds the declarations of further tools by what they do. Programs can call them.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What the tool should do, or its name' } },
    required: ['query'],
    additionalProperties: false,
  },
  output: { type: 'string' },
  annotations: { readOnly: true },
  internal: true,
};

/** The tool whose call waits for a person who decides on a whole program. It does nothing. */
export const PLAN_TOOL: ToolSpec = {
  name: 'approveProgram',
  description: 'Waits for a person who decides whether a program runs',
  parameters: {
    type: 'object',
    properties: { code: { type: 'string' }, calls: { type: 'array' } },
    required: ['code', 'calls'],
  },
  annotations: { needsApproval: true },
  internal: true,
};

const PARAMETERS: ObjectSchema = {
  type: 'object',
  properties: { code: { type: 'string', description: 'The body of an async function, in TypeScript' } },
  required: ['code'],
  additionalProperties: false,
};

type ListOptions = Pick<CodeModeOptions, 'name' | 'only' | 'always' | 'timeoutMs' | 'approval'>;

/** The tools of code mode as they follow from those of a source: what models see, and what programs call. */
export class ProgramTools {
  /** The tools of the source that programs may call. */
  readonly tools: readonly ToolSpec[];
  /** The tools that programs or code mode itself call. */
  readonly inner: readonly ToolSpec[];
  /** The tools that models see. */
  readonly outer: readonly ToolSpec[];
  /** The declarations that programs are checked against. */
  readonly declarations: string;
  readonly #source: ToolSource;
  #index: ToolIndex | undefined;

  /** @throws ToolwrightError `UNKNOWN_TOOL`, `INVALID_TOOL` */
  constructor(source: ToolSource, given: readonly ToolSpec[], options: ListOptions) {
    const { name = 'runProgram', only, always, timeoutMs = DEFAULT_TIMEOUT_MS, approval } = options;
    const plans = approval === 'plan' ? [PLAN_TOOL] : [];
    const tools = only === undefined ? given : given.filter((tool) => only.includes(tool.name));
    const searches = always === undefined ? [] : [SEARCH_TOOL];
    checkNames(given, [...(only ?? []), ...(always ?? [])]);
    checkFree(tools, [name, ...[...searches, ...plans, START_TOOL].map((tool) => tool.name)]);
    this.#source = source;
    this.tools = tools;
    const called = approval === 'plan' ? tools.map(withoutApproval) : tools;
    this.inner = [...called, ...searches, ...plans, START_TOOL];
    this.declarations = this.#declare([...tools, ...searches]);
    const shown = always === undefined ? tools : tools.filter((tool) => always.includes(tool.name));
    this.outer = [
      {
        name,
        description: describe(this.#declare([...shown, ...searches])),
        parameters: PARAMETERS,
        annotations: { ...hintsOf(tools), timeoutMs },
        callsTools: true,
        ...(tools.some((tool) => tool.needsContext) && { needsContext: true as const }),
      },
      ...searches,
    ];
  }

  /** Returns the declarations of the tools that fit a query best. */
  search(query: string): string {
    this.#index ??= new ToolIndex(this.tools);
    const found = this.#index.search(query, FOUND);
    return found.length === 0 ? 'No tool fits.' : this.#declare(found);
  }

  #declare(tools: readonly ToolSpec[]): string {
    const declared = tools.map(
      (spec): DeclaredTool => ({ spec, codecs: this.#source.codecsOf?.(spec.name) }),
    );
    return printTools(declared).text;
  }
}

/** The person has decided on the whole program. */
function withoutApproval(tool: ToolSpec): ToolSpec {
  const { needsApproval: _, ...annotations } = tool.annotations;
  return { ...tool, annotations };
}

function checkNames(given: readonly ToolSpec[], wanted: readonly string[]): void {
  const names = given.map(({ name }) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new ToolwrightError('UNKNOWN_TOOL', unknownToolMessage(unknown, names), {
    blame: 'developer',
    hint: "Correct 'only' or 'always'.",
  });
}

function checkFree(tools: readonly ToolSpec[], own: readonly string[]): void {
  const taken = tools.find(({ name }) => own.includes(name));
  if (taken === undefined) return;
  const message = `The source has a tool named '${taken.name}', which code mode needs.`;
  throw new ToolwrightError('INVALID_TOOL', message, {
    blame: 'developer',
    hint: "Pass another 'name' to codeMode, or rename the tool.",
  });
}

/** A program may do what its tools may do. */
function hintsOf(tools: readonly ToolSpec[]): ToolAnnotations {
  const isReadOnly = tools.every(({ annotations }) => annotations.readOnly === true);
  const some = (hint: 'destructive' | 'openWorld'): boolean =>
    tools.some(({ annotations }) => annotations[hint] === true);
  return {
    ...(isReadOnly && { readOnly: true }),
    ...(some('destructive') && { destructive: true }),
    ...(some('openWorld') && { openWorld: true }),
  };
}

function describe(declarations: string): string {
  // A description may hold a fence of its own.
  const longest = (declarations.match(/`{3,}/g) ?? []).reduce(
    (most, { length }) => Math.max(most, length),
    2,
  );
  const fence = '`'.repeat(longest + 1);
  return `Runs a program in TypeScript that calls tools. Write the body of an async function: \`await\` the calls, use Promise.all for calls that do not depend on each other, and \`return\` what you need to know, as short as possible. A call that fails throws a ToolError. There is no network, no file and no module. \`console.log\` shows values to you; \`store\` keeps values for your next programs.

${fence}ts
${declarations}${fence}`;
}

/** Reads the arguments of a call, which may be the model's text. */
export function readArguments(args: unknown): Readonly<Record<string, unknown>> {
  if (typeof args !== 'string') return isRecord(args) ? args : {};
  try {
    const given: unknown = JSON.parse(args);
    return isRecord(given) ? given : {};
  } catch {
    return {};
  }
}
