import path from 'node:path';
import type { JsonSchema } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import {
  canonicalSchema,
  createLock,
  diffLocks,
  type LockedTool,
  numberDefinitions,
} from '@toolwright/json-schema';
import { schemaFits } from '@toolwright/tools/validation';

/** A tool that a description promises. */
export interface PromisedTool {
  readonly name: string;
  /** Where the description has it. */
  readonly place: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Undefined if the description says nothing of the result. */
  readonly output: JsonSchema | undefined;
  /** Whether its objects have no members but those that they name, unless they say otherwise. */
  readonly isClosed?: boolean;
}

/** A difference between what a description says and what codegen reads of the printed file. */
export interface Difference {
  readonly place: string;
  /** A JSON pointer into the tool. */
  readonly path: string;
  readonly message: string;
  /** Whether the schemas have other values, or may have; otherwise, only texts differ. */
  readonly isOfValues: boolean;
}

/** What codegen reads of a printed file. */
export interface Proof {
  readonly differences: readonly Difference[];
  /** The errors of codegen, at their places in the file. */
  readonly errors: readonly string[];
  readonly lock: readonly (LockedTool & { readonly parameters: JsonSchema; readonly output?: JsonSchema })[];
}

/**
 * Reads a printed file with codegen, and compares each tool with its description by the rules of `toolwright diff`, in both directions.
 * @param project the tsconfig of the file's project
 */
export async function prove(
  file: string,
  project: string,
  promised: readonly PromisedTool[],
): Promise<Proof> {
  const { generate } = await import('@toolwright/codegen');
  const folder = path.dirname(project);
  const include = [path.relative(folder, file).split(path.sep).join('/')];
  const run = await generate({ cwd: folder, project: path.basename(project), include, cache: false });
  const { tools } = await run.result();
  const read = new Map(tools.map((tool) => [tool.name, tool]));
  const errors = run.diagnostics.flatMap(({ severity, code, message, file: where, line }) =>
    severity === 'error' ? [`${where ?? file}:${line ?? 1}: ${code} ${message}`] : [],
  );
  const differences = promised.flatMap((tool): Difference[] => {
    const found = read.get(tool.name);
    if (found === undefined)
      return [{ place: tool.place, path: '', message: 'codegen finds no tool', isOfValues: true }];
    return differencesOf(tool, found.parameters, found.output);
  });
  const lock = tools.map(({ name, description, parameters, output, annotations }) => ({
    ...{ name, description, parameters, annotations },
    ...(output !== undefined && { output }),
  }));
  return { differences, errors, lock };
}

function differencesOf(
  tool: PromisedTool,
  parameters: JsonSchema,
  output: JsonSchema | undefined,
): Difference[] {
  const { place, isClosed = false } = tool;
  const promised = locked(tool.parameters, tool.output, isClosed);
  const found = locked(parameters, tool.output === undefined ? undefined : output);
  if (canonicalJson(promised) === canonicalJson(found)) return [];
  const changes = [
    ...diffLocks(createLock([promised]), createLock([found]), schemaFits).changes,
    ...diffLocks(createLock([found]), createLock([promised]), schemaFits).changes,
  ];
  const shown = new Map<string, Difference>();
  for (const { verdict, path: pointer, message } of changes) {
    if (verdict !== 'compatible' && !shown.has(pointer))
      shown.set(pointer, { place, path: pointer, message, isOfValues: verdict === 'breaking' });
  }
  return [...shown.values()];
}

function locked(parameters: JsonSchema, output: JsonSchema | undefined, isClosed = false): LockedTool {
  return {
    name: 'tool',
    description: '',
    parameters: numberDefinitions(canonicalSchema(parameters, { isClosed })),
    ...(output !== undefined && {
      output: numberDefinitions(canonicalSchema(output, { isClosed, isResult: true })),
    }),
    annotations: {},
  };
}
