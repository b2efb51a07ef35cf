import type { JsonObject, JsonValue, ToolOutcome } from '@toolwright/contract';
import { isObject, loadExport } from './load-export.js';

/** The part of a `ToolRegistry` that the command line uses, of whichever copy of the package the project has. */
export interface CallableRegistry {
  listTools(): readonly { readonly name: string }[];
  execute(name: string, args: JsonObject, execution: CallListeners): Promise<ToolOutcome>;
  /** What is wrong with JSON arguments; registries that people write themselves may lack it. */
  validate?(
    name: string,
    json: string,
  ): { readonly ok: true } | { readonly ok: false; readonly message: string };
}

interface CallListeners {
  readonly onProgress: (progress: JsonValue) => void;
  readonly onLog: (message: string, data?: JsonValue) => void;
}

/** Loads what `<module>#<export>` names. @throws ToolwrightError as {@link loadExport} */
export function loadRegistry(reference: string, cwd: string): Promise<CallableRegistry> {
  const place = { reference, option: '--registry', example: 'dist/tools.js#registry' };
  return loadExport(place, cwd, 'a ToolRegistry', isRegistry);
}

/** By its methods, not its class: the project may have another copy of the package. */
function isRegistry(value: unknown): value is CallableRegistry {
  return isObject(value) && typeof value.execute === 'function' && typeof value.listTools === 'function';
}
