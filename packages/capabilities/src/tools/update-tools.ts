import type { JsonValue, TypedSchema } from '@toolwright/contract';
import type { ToolSource } from '@toolwright/core';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { invalidConfig } from '../capability/invalid-config.js';

/**
 * Creates tools that let a model change a draft that the user sees, such as a commit message. Pass them as `updateTools`.
 * @param outputs the type that each tool replaces, by the tool's name: `{ updateCommit: GeneratedMessageSchema }`
 * @throws ToolwrightError `INVALID_CONFIG` for a type that is not an object
 */
export function createUpdateTools(outputs: Readonly<Record<string, TypedSchema<unknown>>>): ToolSource {
  const registry = new ToolRegistry();
  for (const [name, { name: type, schema }] of Object.entries(outputs)) {
    const { properties } = schema;
    if (schema.type !== 'object' || properties === undefined) {
      throw invalidConfig(
        `${type} is not an object type, so '${name}' cannot receive it.`,
        'Use an interface.',
      );
    }
    const tool = new FunctionTool({
      name,
      description: `Replaces the ${type} that the user sees. Pass the complete new ${type}.`,
      parameters: { ...schema, type: 'object', properties },
      execute: (value: JsonValue) => value,
    });
    registry.register(tool);
  }
  return registry;
}
