import { nearestName } from '@toolwright/contract';
import { invalidConfig } from './invalid-config.js';

/**
 * Refuses members that do not exist: a misspelt limit would be no limit.
 * @param name of the object, as in `budget`
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function checkKeys(
  value: object | undefined,
  known: Readonly<Record<string, unknown>>,
  name: string,
): void {
  const names = Object.keys(known);
  const unknown = Object.keys(value ?? {}).find((key) => !Object.hasOwn(known, key));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, names);
  const list = `It can have: ${names.join(', ')}.`;
  throw invalidConfig(
    `'${name}' has no option '${unknown}'.`,
    nearest === undefined ? list : `Did you mean '${nearest}'? ${list}`,
  );
}
