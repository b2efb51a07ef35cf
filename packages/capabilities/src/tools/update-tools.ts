import type { JsonValue, TypedSchema } from '@toolwright/contract';
import type { ToolSource } from '@toolwright/core';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { invalidConfig } from '../capability/invalid-config.js';

/**
 * Tools by which a model changes what the user is looking at, such as the draft of a commit message: for `updateTools`.
 * @param outputs the type of what each tool replaces, by the name of the tool: `{ updateCommit: GeneratedMessageSchema }`
 * @throws ToolwrightError `INVALID_CONFIG` for a type that is no object
 */
export function createUpdateTools(outputs: Readonly<Record<string, TypedSchema<unknown>>>): ToolSource {
  const registry = new ToolRegistry();
  for (const [name, { name: type, schema }] of Object.entries(outputs)) {
    const { properties } = schema;
    if (schema.type !== 'object' || properties === undefined) {
      throw invalidConfig(`${type} is no object, so '${name}' cannot take it.`, 'Use an interface.');
    }
    const tool = new FunctionTool({
      name,
      description: `Replaces the ${type} that the user sees. Give the whole new one.`,
      parameters: { ...schema, type: 'object', properties },
      execute: (value: JsonValue) => value,
    });
    registry.register(tool);
  }
  return registry;
}
