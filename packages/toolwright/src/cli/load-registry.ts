import { type JsonObject, type JsonValue, type ToolOutcome, ToolwrightError } from '@toolwright/contract';
import { loadModule, projectFailure } from './load-module.js';

/** The part of a `ToolRegistry` that the command line uses, of whichever copy of the package the project has. */
export interface CallableRegistry {
  listTools(): readonly { readonly name: string }[];
  execute(name: string, args: JsonObject, execution: CallListeners): Promise<ToolOutcome>;
}

interface CallListeners {
  readonly onProgress: (progress: JsonValue) => void;
  readonly onLog: (message: string, data?: JsonValue) => void;
}

/**
 * Loads what `<module>#<export>` names: a registry, or a function that returns one, at once or later.
 * @throws ToolwrightError `USAGE` for another form, `INVALID_CONFIG` when the export is missing or something else.
 */
export async function loadRegistry(reference: string, cwd: string): Promise<CallableRegistry> {
  const hash = reference.lastIndexOf('#');
  const file = reference.slice(0, hash);
  const name = reference.slice(hash + 1);
  if (hash < 1 || name === '') {
    throw new ToolwrightError('USAGE', `--registry ${reference} does not name a module and an export.`, {
      blame: 'user',
      hint: 'Write <module>#<export>, e.g. dist/tools.js#registry.',
    });
  }
  const module = await loadModule(file, cwd);
  const found = await readExport(module, name, file);
  if (isRegistry(found)) return found;
  throw new ToolwrightError('INVALID_CONFIG', `The export '${name}' of ${file} is not a ToolRegistry.`, {
    blame: 'user',
    hint: 'Export a ToolRegistry, or a function without parameters that returns one.',
  });
}

async function readExport(
  module: Readonly<Record<string, unknown>>,
  name: string,
  file: string,
): Promise<unknown> {
  // A CommonJS module shows its exports as members of its default export, too.
  const inner = isObject(module.default) ? module.default : {};
  const value = module[name] ?? inner[name];
  if (value === undefined) {
    const names = new Set([...Object.keys(module), ...Object.keys(inner)]);
    names.delete('module.exports');
    throw new ToolwrightError('INVALID_CONFIG', `${file} has no export '${name}'.`, {
      blame: 'user',
      hint: names.size > 0 ? `Its exports: ${[...names].join(', ')}.` : 'It exports nothing.',
    });
  }
  if (typeof value !== 'function') return value;
  try {
    return await value();
  } catch (error) {
    throw projectFailure(`'${name}' of ${file} failed`, error);
  }
}

/** By its methods, not its class: the project may have another copy of the package. */
function isRegistry(value: unknown): value is CallableRegistry {
  return isObject(value) && typeof value.execute === 'function' && typeof value.listTools === 'function';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
