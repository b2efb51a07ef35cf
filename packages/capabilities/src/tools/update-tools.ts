import type { JsonValue, TypedSchema } from '@toolwright/contract';
import type { ToolSource } from '@toolwright/core';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { invalidConfig } from '../capability/invalid-config.js';

/**
 * Tools with which a model changes what the user sees, such as the draft of a commit message: for `updateTools`.
 * @param outputs the type that each tool replaces, by the tool's name: `{ updateCommit: GeneratedMessageSchema }`
 * @throws ToolwrightError `INVALID_CONFIG` for a type that is not an object
 */
export function createUpdateTools(outputs: Readonly<Record<string, TypedSchema<unknown>>>): ToolSource {
  const registry = new ToolRegistry();
  for (const [name, { name: type, schema }] of Object.entries(outputs)) {
    const { properties } = schema;
    if (schema.type !== 'object' || properties === undefined) {
      throw invalidConfig(`${type} is not an object, so '${name}' cannot take it.`, 'Use an interface.');
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
