import { isJsonObject, type JsonObject, type JsonValue } from '@toolwright/contract';
import type { ToolFacts } from '@toolwright/studio/server';
import { findLock, lockFileOf, parseLock } from '../../../contract/lock-source.js';
import { providersOf, readContract } from '../../../contract/read-contract.js';
import type { CodegenModule } from '../../../process/cli-io.js';

type Facts = { -readonly [Key in keyof ToolFacts[string]]: ToolFacts[string][Key] };

/** Reads what the sources reveal about each tool in addition to its schema: effects, differences from the lock, and examples. */
export async function readFacts(codegen: CodegenModule, cwd: string): Promise<ToolFacts> {
  const facts = new Map<string, Facts>();
  const of = (name: string): Facts => {
    const known = facts.get(name) ?? {};
    facts.set(name, known);
    return known;
  };
  const { tools } = await codegen.findEffects({ cwd });
  for (const { name, effects } of tools) {
    of(name).effects = effects.map(({ effect, path, omitted }) => ({
      effect,
      path,
      ...(omitted && { omitted }),
    }));
  }
  for (const { spec, examples } of (await codegen.readToolDocs({ cwd })).tools) {
    of(spec.name).source = spec.source;
    of(spec.name).examples = examples.flatMap(readExample);
  }
  for (const { tool, side, path, verdict, message } of await readChanges(codegen, cwd)) {
    const entry = of(tool);
    entry.changes = [...(entry.changes ?? []), { side, path, verdict, message }];
  }
  return Object.fromEntries(facts);
}

/** Returns the differences from the lock. Empty if there is no lock, or if the project has errors and its contract is incomplete. */
async function readChanges(codegen: CodegenModule, cwd: string) {
  const run = await codegen.generate({ cwd });
  const file = lockFileOf(run);
  const found = run.ok ? findLock(file, file) : undefined;
  if (found === undefined) return [];
  const before = await parseLock(found);
  const { diffLocks } = await import('@toolwright/json-schema');
  const { schemaFits } = await import('@toolwright/tools/validation');
  const { lock } = await readContract(run, providersOf(before));
  return diffLocks(before, lock, schemaFits).changes;
}

/** Parses an example. Returns nothing if it is code, because only JSON can fill in a form. */
function readExample(text: string): JsonObject[] {
  const json = text.replace(/^```\w*\n|\n```$/g, '');
  try {
    const value = JSON.parse(json) as JsonValue; // JSON.parse gives JSON
    return isJsonObject(value) ? [value] : [];
  } catch {
    return [];
  }
}
