import { isJsonObject, type JsonObject } from '@toolwright/contract';

/** Returns the user's location from `webSearchOptions`. Chat completions nest it one level deeper than other APIs. */
export function userPlace({ user_location: location }: JsonObject): JsonObject | undefined {
  if (!isJsonObject(location)) return undefined;
  const { approximate, ...flat } = location;
  return isJsonObject(approximate) ? { ...flat, ...approximate } : flat;
}
