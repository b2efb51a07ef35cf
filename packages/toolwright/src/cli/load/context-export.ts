import { type ExportKind, findExport, isFunction, loadExport } from './load-export.js';

export const CONTEXT_OPTION = [
  '--context <module#export>',
  'the value of context.app, or a function that returns it',
] as const;

const contextExport: ExportKind<unknown> = {
  option: '--context',
  example: 'dist/context.js#context',
  what: 'a context',
  accepts: (_value): _value is unknown => true,
};

/** Returns the value of the export, or its return value if it is a function. Undefined if the option was not passed. */
export async function loadContext(
  reference: string | undefined,
  cwd: string,
  example = contextExport.example,
): Promise<unknown> {
  return reference === undefined ? undefined : loadExport({ ...contextExport, example }, reference, cwd);
}

/** Returns the context as a function of the request: the export itself if it is a function. */
export async function loadContextFor<Request>(
  reference: string,
  cwd: string,
): Promise<(request: Request) => unknown> {
  const { found } = await findExport(contextExport, reference, cwd);
  return isFunction(found) ? found : () => found;
}
