import type { ToolAnnotations, ToolSpec } from './tools.js';

/** What a tool does, for clients and people. Undefined where neither the source nor a proof says so. */
export type ToolHints = Pick<ToolAnnotations, 'readOnly' | 'destructive' | 'idempotent' | 'openWorld'>;

/**
 * Returns the hints of a tool: those that the source states, those that codegen proved, and those that follow from another. A tool that
 * changes nothing destroys nothing, and a second call changes nothing either; a tool that may destroy data changes something.
 */
export function toolHints({ annotations, proved }: Pick<ToolSpec, 'annotations' | 'proved'>): ToolHints {
  const { destructive, idempotent } = annotations;
  const readOnly = annotations.readOnly ?? proved?.readOnly ?? (destructive === true ? false : undefined);
  const openWorld = annotations.openWorld ?? proved?.openWorld;
  const follows = readOnly === true;
  return {
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(destructive !== undefined ? { destructive } : follows ? { destructive: false } : {}),
    ...(idempotent !== undefined ? { idempotent } : follows ? { idempotent: true } : {}),
    ...(openWorld === undefined ? {} : { openWorld }),
  };
}
