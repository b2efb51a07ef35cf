import {
  type JsonValue,
  type ToolAnnotations,
  type ToolOutcome,
  type ToolSpec,
  unknownToolMessage,
  withThrown,
} from '@toolwright/contract';
import type { ToolExecution, ToolSource } from './tool-source.js';

export type StubTool = (args: Record<string, unknown>, execution: ToolExecution) => unknown;

export interface StubTools extends ToolSource {
  /** The executed calls, in the order in which they started. */
  readonly executed: { readonly name: string; readonly args: unknown }[];
}

/** Creates tools without schemas, so that loop tests only define their functions. */
export function stubTools(
  tools: Readonly<Record<string, StubTool>>,
  annotations: Readonly<Record<string, ToolAnnotations>> = {},
): StubTools {
  const executed: StubTools['executed'] = [];
  const specs = Object.keys(tools).map((name) => toSpec(name, annotations[name]));
  return {
    executed,
    listTools: () => specs,
    async execute(name, args, execution): Promise<ToolOutcome> {
      const tool = tools[name];
      if (tool === undefined) return { result: null, error: unknownToolMessage(name, Object.keys(tools)) };
      if (typeof args !== 'object' || args === null)
        return { result: null, error: `Not JSON: ${String(args)}` };
      executed.push({ name, args });
      try {
        // Some tests have stubs that return something other than JSON.
        return { result: (await tool({ ...args }, execution)) as JsonValue, error: null };
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown.message : String(thrown);
        return withThrown<ToolOutcome>({ result: null, error }, { value: thrown });
      }
    },
  };
}

function toSpec(name: string, annotations: ToolAnnotations = {}): ToolSpec {
  return {
    name,
    description: `The tool ${name}`,
    parameters: { type: 'object', properties: {} },
    annotations,
    source: { file: 'stub.ts', line: 1 },
  };
}
