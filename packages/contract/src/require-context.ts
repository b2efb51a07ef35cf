import { ToolwrightError } from './errors.js';
import type { ToolSpec } from './tools.js';

/** The maximum number of tools to list in a message. */
const MAX_LISTED = 5;

/**
 * Asserts that tools receive the context that they require. Only `undefined` counts as missing; the compiler checks other values.
 * @param caller The subject of the message, such as `the run`.
 * @param hint How to pass a context.
 * @throws ToolwrightError `MISSING_CONTEXT`, which lists the tools.
 */
export function requireContext(
  tools: readonly Pick<ToolSpec, 'name' | 'needsContext'>[],
  context: unknown,
  { caller, hint }: { readonly caller: string; readonly hint: string },
): void {
  if (context !== undefined || !tools.some(({ needsContext }) => needsContext)) return;
  const names = tools.filter(({ needsContext }) => needsContext).map(({ name }) => `'${name}'`);
  const rest = names.length - MAX_LISTED;
  const listed = names.slice(0, MAX_LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  const needs = names.length === 1 ? 'needs' : 'need';
  throw new ToolwrightError(
    'MISSING_CONTEXT',
    `${listed} ${needs} a context, but ${caller} has none. ${hint}`,
    {
      blame: 'developer',
      hint,
    },
  );
}
