import { ToolwrightError } from '@toolwright/contract';
import { loadModule, projectFailure } from './load-module.js';

export interface ExportReference {
  /** As it was written: `<module>#<export>`. */
  readonly reference: string;
  /** The option it was given to, e.g. `--registry`. */
  readonly option: string;
  /** What would be right, e.g. `dist/tools.js#registry`. */
  readonly example: string;
}

/**
 * Loads what `<module>#<export>` names; where that is a function, what it returns, at once or later.
 * @param kind What is wanted, with its article: `a ToolRegistry`.
 * @throws ToolwrightError `USAGE` for another form, `INVALID_CONFIG` when the export is missing or something else.
 */
export async function loadExport<T>(
  { reference, option, example }: ExportReference,
  cwd: string,
  kind: string,
  isWanted: (value: unknown) => value is T,
): Promise<T> {
  const hash = reference.lastIndexOf('#');
  const file = reference.slice(0, hash);
  const name = reference.slice(hash + 1);
  if (hash < 1 || name === '') {
    throw new ToolwrightError('USAGE', `${option} ${reference} does not name a module and an export.`, {
      blame: 'user',
      hint: `Write <module>#<export>, e.g. ${example}.`,
    });
  }
  const found = await readExport(await loadModule(file, cwd), name, file);
  if (isWanted(found)) return found;
  throw new ToolwrightError('INVALID_CONFIG', `The export '${name}' of ${file} is not ${kind}.`, {
    blame: 'user',
    hint: `Export ${kind}, or a function without parameters that returns one.`,
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

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
