import type { ServedPrompts } from '@toolwright/mcp';
import { isObject, loadExport } from './load-export.js';

/** Loads what `<module>#<export>` names. @throws ToolwrightError as {@link loadExport} */
export function loadPrompts(reference: string, cwd: string): Promise<ServedPrompts> {
  const place = { reference, option: '--prompts', example: 'dist/prompts.js#prompts' };
  return loadExport(place, cwd, 'a PromptRegistry', isPrompts);
}

/** By its methods, not its class: the project may have another copy of the package. */
function isPrompts(value: unknown): value is ServedPrompts {
  return isObject(value) && typeof value.listPrompts === 'function' && typeof value.render === 'function';
}
