import type { JsonObject, JsonValue, ToolOutcome, ToolSpec } from '@toolwright/contract';
import { type ExportKind, hasMethods } from './load-export.js';

/** The methods of a `ToolRegistry` that commands use. */
export interface CallableRegistry {
  listTools(): readonly Pick<ToolSpec, 'name' | 'needsContext' | 'was'>[];
  execute(name: string, args: JsonObject, execution: CallOptions): Promise<ToolOutcome>;
  /** Explains what is wrong with JSON arguments. Optional, because custom registries may lack it. */
  validate?(
    name: string,
    json: string,
  ): { readonly ok: true } | { readonly ok: false; readonly message: string };
}

interface CallOptions {
  readonly context: unknown;
  readonly onProgress: (progress: JsonValue) => void;
  readonly onLog: (message: string, data?: JsonValue) => void;
}

/** The export that `--registry` names. */
export const registryExport: ExportKind<CallableRegistry> = {
  option: '--registry',
  example: 'dist/tools.js#registry',
  what: 'a ToolRegistry',
  accepts: (value): value is CallableRegistry => hasMethods(value, 'execute', 'listTools'),
};

export const REGISTRY_OPTION = [
  '--registry <module#export>',
  'a ToolRegistry, or a function that returns one',
] as const;
