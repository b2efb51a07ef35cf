/** The settings of the critic, which checks answers. */
export interface CriticConfig {
  /** Whether the critic is on, by capability name. Default: on for `review`, `pr`, `changelog` and `release_notes`, otherwise off. */
  readonly capabilities?: Readonly<Record<string, boolean>> | undefined;
  /** The model that the critic uses. Default: `fast`. */
  readonly model?: 'main' | 'fast' | undefined;
}

const ON_BY_DEFAULT: readonly string[] = ['review', 'pr', 'changelog', 'release_notes'];

/** Whether the critic is on. The task's setting takes precedence over the configuration's setting for the capability. */
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
