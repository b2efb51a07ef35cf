import { isRecord, type JsonSchema, type Located, type ToolSpec } from '@toolwright/contract';
import { createLock, diffLocks, inlineReferences, type LockedTool, mapSchema } from '@toolwright/json-schema';
import type { Compiler } from '@toolwright/program/compiler';
import { schemaFits } from '@toolwright/tools/validation';
import { type Note, noteAt } from '../notes.js';
import type { PlannedFile, PlannedTool } from '../plan/planned-file.js';
import { pushTo } from '../plan/push-to.js';
import { UnreadableSchema } from '../read/zod-schema.js';
import { schemaCode } from './schema-code.js';
import { askZod, type SchemaRequest } from './zod-schemas.js';

/** How the schemas of migrated tools compare with those that Zod makes. */
export interface Comparison {
  /** Tools whose schemas are equal. */
  readonly equal: number;
  /** Each difference, at the schema in the old source. */
  readonly differences: readonly Note[];
  /** Tools whose schemas could not be compared. */
  readonly unknown: readonly Note[];
}

/** Compares each tool's JSON Schema before, as the project's Zod makes it, with the one that codegen reads now. */
export async function compareTools(
  files: readonly PlannedFile[],
  specs: readonly Located<ToolSpec>[],
  compiler: Compiler,
  relative: (file: string) => string,
): Promise<Comparison> {
  const unknown: Note[] = [];
  const asked: { readonly planned: PlannedTool; readonly request: SchemaRequest }[] = [];
  const silent: PlannedTool[] = [];
  for (const planned of files.flatMap(({ tools }) => tools)) {
    const { input, call } = planned.candidate.tool;
    try {
      if (input === undefined) silent.push(planned);
      else
        asked.push({
          planned,
          request: { ...schemaCode(input, compiler), from: call.getSourceFile().fileName },
        });
    } catch (error) {
      if (!(error instanceof UnreadableSchema)) throw error;
      unknown.push(
        noteAt(call, `the schema of '${planned.toolName}' was not compared: it ${error.reason}.`, relative),
      );
    }
  }
  const answers = await askZod(asked.map(({ request }) => request));
  const known = new Map<string, Located<ToolSpec>[]>();
  for (const spec of specs) pushTo(known, `${spec.source.file} ${spec.name}`, spec);
  const differences: Note[] = [];
  let equal = silent.length;
  asked.forEach(({ planned }, index) => {
    const { tool } = planned.candidate;
    const answer = answers[index] ?? { problem: 'Zod did not answer' };
    const file = relative(tool.call.getSourceFile().fileName);
    const named = known.get(`${file} ${planned.toolName}`);
    // A file may have several tools of one name, for several records.
    const spec =
      named?.find(({ description }) => description === planned.candidate.description) ?? named?.[0];
    const at = tool.input ?? tool.call;
    if ('problem' in answer || spec === undefined) {
      const reason = 'problem' in answer ? answer.problem : 'codegen does not find the tool';
      unknown.push(noteAt(at, `the schema of '${planned.toolName}' was not compared: ${reason}.`, relative));
      return;
    }
    const found = changesOf(planned, answer.schema, spec);
    if (found.length === 0) equal += 1;
    for (const text of found) differences.push(noteAt(at, `'${planned.toolName}': ${text}`, relative));
  });
  return { equal, differences, unknown };
}

function changesOf({ candidate }: PlannedTool, schema: object, spec: ToolSpec): readonly string[] {
  const { $schema: _, description: _root, ...parameters } = schema as Record<string, unknown>;
  const { name, description } = spec;
  const lock = (given: object, text: string): LockedTool => ({
    name,
    description: text,
    parameters: canonicalNames(inlineReferences(given)),
    annotations: {},
  });
  const before = lock(parameters, candidate.description ?? description);
  const after = lock(spec.parameters, description);
  const { changes } = diffLocks(createLock([before]), createLock([after]), schemaFits);
  // One meaning has several notations, such as `const` and an `enum` of one value.
  const isSame = [
    schemaFits(before.parameters, after.parameters),
    schemaFits(after.parameters, before.parameters),
  ].every(({ answer }) => answer === 'yes');
  const differing = isSame ? changes.filter(({ verdict }) => verdict !== 'compatible') : changes;
  return differing.map(({ message, path }) => `${path}: ${message}`);
}

/** Writes what has several notations in one: names of definitions by their first use, and the schema of any value as `true`. */
function canonicalNames(schema: object): JsonSchema {
  const { $defs: defs, ...root } = schema as JsonSchema; // of Zod or codegen
  const names = new Set<string>();
  const addNames = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part ?? {}).matchAll(/"\$ref":"#\/\$defs\/([^"]*)"/g))
      names.add(name);
  };
  addNames(root);
  // A set also visits what is added meanwhile.
  for (const name of names) addNames(defs?.[name]);
  const order = [...names];
  const nameOf = (name: string): string => (names.has(name) ? `definition${order.indexOf(name)}` : name);
  return mapSchema(schema, ({ $ref, $defs, additionalProperties: others, ...rest }) => ({
    ...rest,
    ...(typeof $ref === 'string' && { $ref: $ref.replace(/(?<=^#\/\$defs\/).*/, nameOf) }),
    ...(isRecord($defs) && {
      $defs: Object.fromEntries(Object.entries($defs).map(([name, one]) => [nameOf(name), one])),
    }),
    ...(others !== undefined && {
      additionalProperties: isRecord(others) && Object.keys(others).length === 0 ? true : others,
    }),
  }));
}
