import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@toolwright/contract';

/**
 * What the calls of a run share, as far as JSON gives it back as it was: a value that would come back as another one (a `Date`, `NaN`, an
 * instance) is left out, as it is where a run waits for approval. Undefined if nothing is left.
 */
export function stateToJson(state: ReadonlyMap<string, unknown>): Record<string, JsonValue> | undefined {
  const kept: Record<string, JsonValue> = {};
  for (const [key, value] of state) {
    try {
      const json = JSON.stringify(value);
      const back: JsonValue | undefined = json === undefined ? undefined : JSON.parse(json);
      if (back !== undefined && isDeepStrictEqual(back, value)) kept[key] = back;
    } catch {
      // Circular values and the like live only as long as their process.
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

/** The result of an interrupted call that is not repeated, for the model. */
export function describeRefusal(reason: string | undefined, mayStillRun = true): string {
  const said = reason ? ` A person says: ${reason}` : '';
  return mayStillRun
    ? `The program stopped responding while this call was running, and it was not run again; it may have taken effect, or may still be running.${said}`
    : `The program ended while this call was running, and it was not run again; it may have taken effect.${said}`;
}
