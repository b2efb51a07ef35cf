import type { ToolSpec } from '@toolwright/contract';

/** A tool with one parameter, as codegen describes it. */
export function weatherTool(name: string, description: string): ToolSpec {
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
    annotations: {},
    source: { file: 'src/weather.ts', line: 1 },
  };
}
