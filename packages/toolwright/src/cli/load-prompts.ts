import { ToolwrightError } from '@toolwright/contract';
import type { ServedPrompts } from '@toolwright/mcp';
import { loadModule } from './load-module.js';

/**
 * Loads what `<module>#<export>` names: a registry of prompts, or a function that returns one, at once or later.
 * @throws ToolwrightError `USAGE` for another form, `INVALID_CONFIG` when the export is missing or something else.
 */
export async function loadPrompts(reference: string, cwd: string): Promise<ServedPrompts> {
  const [, file, name] = /^(.+)#([^#]+)$/.exec(reference) ?? [];
  if (file === undefined || name === undefined) {
    throw new ToolwrightError('USAGE', `--prompts ${reference} does not name a module and an export.`, {
      blame: 'user',
      hint: 'Write <module>#<export>, e.g. dist/prompts.js#prompts.',
    });
  }
  const module = await loadModule(file, cwd);
  const found: unknown = typeof module[name] === 'function' ? await module[name]() : module[name];
  if (isPrompts(found)) return found;
  throw new ToolwrightError('INVALID_CONFIG', `The export '${name}' of ${file} is not a PromptRegistry.`, {
    blame: 'user',
    hint: 'Export a PromptRegistry, or a function without parameters that returns one.',
  });
}

/** By its methods, not its class: the project may have another copy of the package. */
function isPrompts(value: unknown): value is ServedPrompts {
  return (
    typeof value === 'object' &&
    value !== null &&
    'listPrompts' in value &&
    typeof value.listPrompts === 'function' &&
    'render' in value &&
    typeof value.render === 'function'
  );
}
