import { isRecord } from '@toolwright/contract';
import { userError } from '../user-error.js';
import { loadModule, projectFailure } from './load-module.js';

/** A type of value that a command loads from a module of the project. */
export interface ExportKind<T> {
  /** The option that names the export, e.g. `--registry`. */
  readonly option: string;
  readonly example: string;
  /** The description of the value, with its article, e.g. `a ToolRegistry`. */
  readonly what: string;
  /** Checks the methods rather than the class, because the project may have a different copy of the package. */
  readonly accepts: (value: unknown) => value is T;
}

/**
 * Loads the export that `<module>#<export>` names, and calls it if it is a function.
 * @throws ToolwrightError `USAGE` for a malformed reference, `INVALID_CONFIG` if the export is missing or has the wrong type
 */
export async function loadExport<T>(kind: ExportKind<T>, reference: string, cwd: string): Promise<T> {
  const { found: exported, file, name } = await findExport(kind, reference, cwd);
  const found = isFunction(exported) ? await callExport(exported, name, file) : exported;
  const { what, accepts } = kind;
  if (accepts(found)) return found;
  const hint = `Export ${what} or a function without parameters that returns one.`;
  throw userError('INVALID_CONFIG', `The export '${name}' in ${file} is not ${what}.`, hint);
}

/** Loads the export unchanged, even if it is a function. @throws ToolwrightError like {@link loadExport} */
export async function findExport(
  { option, example, what }: Pick<ExportKind<unknown>, 'option' | 'example' | 'what'>,
  reference: string,
  cwd: string,
): Promise<{ readonly found: unknown; readonly file: string; readonly name: string }> {
  const hash = reference.lastIndexOf('#');
  const file = reference.slice(0, hash);
  const name = reference.slice(hash + 1);
  if (hash < 1 || name === '') {
    const hint = `Write <module>#<export>, e.g. ${example}.`;
    throw userError('USAGE', `${option} ${reference} does not name a module and an export.`, hint);
  }
  const hint = `Pass the module that exports ${what}, relative to the current folder, e.g. ${example}.`;
  return { found: readExport(await loadModule(file, cwd, hint), name, file), file, name };
}

function readExport(module: Readonly<Record<string, unknown>>, name: string, file: string): unknown {
  // The exports of a CommonJS module are also members of its default export.
  const inner = isRecord(module.default) ? module.default : {};
  const value = module[name] ?? inner[name];
  if (value === undefined) {
    const names = new Set([...Object.keys(module), ...Object.keys(inner)]);
    names.delete('module.exports');
    if (names.has(name)) {
      const hint = 'Give it a value, or use another export.';
      throw userError('INVALID_CONFIG', `The export '${name}' in ${file} is undefined.`, hint);
    }
    const hint = names.size > 0 ? `Its exports: ${[...names].join(', ')}.` : 'It exports nothing.';
    throw userError('INVALID_CONFIG', `${file} has no export '${name}'.`, hint);
  }
  return value;
}

async function callExport(create: () => unknown, name: string, file: string): Promise<unknown> {
  try {
    return await create();
  } catch (error) {
    throw projectFailure(`'${name}' of ${file} failed`, error);
  }
}

export function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function';
}

/** Whether a value has all of these methods. */
export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === 'function');
}
