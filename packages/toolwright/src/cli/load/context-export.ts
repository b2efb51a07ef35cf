import { type ExportKind, findExport, isFunction, loadExport } from './load-export.js';

export const CONTEXT_OPTION = [
  '--context <module#export>',
  'what tools read as context.app, or a function that returns it',
] as const;

const contextExport: ExportKind<unknown> = {
  option: '--context',
  example: 'dist/context.js#context',
  what: 'a context',
  accepts: (_value): _value is unknown => true,
};

/** The value of the export, or what it returns. Undefined if the option was not given. */
export async function loadContext(
  reference: string | undefined,
  cwd: string,
  example = contextExport.example,
): Promise<unknown> {
  return reference === undefined ? undefined : loadExport({ ...contextExport, example }, reference, cwd);
}

/** The context as a function of the request: the export itself if it is a function. */
export async function loadContextFor<Request>(
  reference: string,
  cwd: string,
): Promise<(request: Request) => unknown> {
  const { found } = await findExport(contextExport, reference, cwd);
  return isFunction(found) ? found : () => found;
}
