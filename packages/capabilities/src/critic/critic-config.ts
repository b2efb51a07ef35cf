/** Whether and how the critic checks answers. */
export interface CriticConfig {
  /** By capability name. Default: on for `review`, `pr`, `changelog` and `release_notes`, off for all others. */
  readonly capabilities?: Readonly<Record<string, boolean>> | undefined;
  /** Which model is the critic. Default: `fast`. */
  readonly model?: 'main' | 'fast' | undefined;
}

const ON_BY_DEFAULT: readonly string[] = ['review', 'pr', 'changelog', 'release_notes'];

/** The task's setting wins, then the configuration's setting for the capability. */
export function isCriticOn(
  capability: string,
  config: CriticConfig | boolean | undefined,
  asked: boolean | undefined,
): boolean {
  if (asked !== undefined) return asked;
  if (config === false) return false;
  const said = typeof config === 'object' ? config.capabilities?.[capability] : undefined;
  return said ?? ON_BY_DEFAULT.includes(capability);
}
