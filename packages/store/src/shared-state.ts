import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@toolwright/contract';

/**
 * Returns a run's shared state as JSON. Values that JSON cannot restore exactly (a `Date`, `NaN`, a class instance) are omitted, as in
 * paused runs. Undefined if no values remain.
 */
export function stateToJson(state: ReadonlyMap<string, unknown>): Record<string, JsonValue> | undefined {
  const kept: Record<string, JsonValue> = {};
  for (const [key, value] of state) {
    try {
      const json = JSON.stringify(value);
      const back: JsonValue | undefined = json === undefined ? undefined : JSON.parse(json);
      if (back !== undefined && isDeepStrictEqual(back, value)) kept[key] = back;
    } catch {
      // Values that JSON cannot represent, such as cycles, are lost when the process exits.
    }
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}

export function restoreState(
  state: Map<string, unknown>,
  kept: Readonly<Record<string, JsonValue>> | undefined,
): void {
  for (const [key, value] of Object.entries(kept ?? {})) state.set(key, value);
}

/** Tells the model about an interrupted call that is not repeated. */
export function describeRefusal(reason: string | undefined, mayStillRun = true): string {
  const said = reason ? ` A person says: ${reason}` : '';
  return mayStillRun
    ? `The program stopped responding while this call was running, and it was not run again; it may have taken effect, or may still be running.${said}`
    : `The program exited while this call was running, and it was not run again; it may have taken effect.${said}`;
}
