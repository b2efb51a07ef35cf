import { isRecord } from '@toolwright/contract';
import { userError } from '../user-error.js';
import { loadModule, projectFailure } from './load-module.js';

/** A kind of value that a command takes from a module of the project. */
export interface ExportKind<T> {
  /** The option that names it, such as `--registry`. */
  readonly option: string;
  readonly example: string;
  /** With its article: `a ToolRegistry`. */
  readonly what: string;
  /** Checks the methods, not the class: the project may have another copy of the package. */
  readonly accepts: (value: unknown) => value is T;
}

/**
 * Loads the export that `<module>#<export>` names, and calls it if it is a function.
 * @throws ToolwrightError `USAGE` for another form, `INVALID_CONFIG` when the export is missing or of another kind
 */
export async function loadExport<T>(kind: ExportKind<T>, reference: string, cwd: string): Promise<T> {
  const { found: exported, file, name } = await findExport(kind, reference, cwd);
  const found = isFunction(exported) ? await callExport(exported, name, file) : exported;
  const { what, accepts } = kind;
  if (accepts(found)) return found;
  const hint = `Export ${what}, or a function without parameters that returns one.`;
  throw userError('INVALID_CONFIG', `The export '${name}' of ${file} is not ${what}.`, hint);
}

/** Loads the export as it is, also if it is a function. @throws ToolwrightError as {@link loadExport} does */
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
  const hint = `Name the module that exports ${what}, from the current folder, e.g. ${example}.`;
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
      const hint = 'Give it a value, or name another export.';
      throw userError('INVALID_CONFIG', `The export '${name}' of ${file} is undefined.`, hint);
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

/** Whether a value has these methods. */
export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === 'function');
}
