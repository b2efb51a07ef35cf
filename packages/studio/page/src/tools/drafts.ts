import type { JsonObject, ObjectSchema } from '@toolwright/contract';
import { useMemo, useState } from 'preact/hooks';
import { initialValue } from '../form/initial-value.js';
import { keepNewest } from './keep-newest.js';

/** The arguments of a call that is being written. */
export interface Draft {
  readonly args: JsonObject;
  /** Their text while they are written as JSON, which may be invalid. */
  readonly json?: string | undefined;
}

/** By tool. In memory only, because arguments may be secrets. */
const drafts = new Map<string, Draft>();

export function keepDraft(tool: string, draft: Draft): void {
  keepNewest(drafts, tool, draft);
}

export function findDraft(tool: string): Draft | undefined {
  return drafts.get(tool);
}

/** The arguments of a tool's form. They stay while other pages are shown. */
export function useDraft(tool: string, parameters: ObjectSchema) {
  // The initial value for an object schema is an object.
  const initial = useMemo(() => initialValue(parameters, parameters) as JsonObject, [parameters]);
  const [draft, setDraft] = useState<Draft>(() => findDraft(tool) ?? { args: initial });
  const isInitial = ({ args }: Draft) => JSON.stringify(args) === JSON.stringify(initial);
  const write = (next: Draft) => {
    setDraft(next);
    // Otherwise it would hide the initial value of a schema that changes later.
    if (next.json === undefined && isInitial(next)) drafts.delete(tool);
    else keepDraft(tool, next);
  };
  return { ...draft, initial, isInitial: isInitial(draft), write };
}
