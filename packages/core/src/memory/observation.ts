import type { JsonObject } from '@toolwright/contract';

/** A message, tool result, thought or error that an agent has seen; observations have no limit. */
export interface Observation {
  readonly type: 'tool' | 'reasoning' | 'error';
  /** What the model saw of a result, its reasoning, or the text of an error. */
  readonly content: string;
  /** The tool it came from; a tool that failed leaves an `error` with its name. */
  readonly toolName?: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly metadata?: JsonObject;
}

/** Which observations to list. */
export interface ObservationFilter {
  readonly type?: Observation['type'] | undefined;
  readonly toolName?: string | undefined;
  /** At most so many, the latest ones. */
  readonly last?: number | undefined;
}

/** The observations that match, oldest first. */
export function filterObservations(
  observations: readonly Observation[],
  { type, toolName, last }: ObservationFilter,
): Observation[] {
  const matching = observations.filter(
    (one) =>
      (type === undefined || one.type === type) && (toolName === undefined || one.toolName === toolName),
  );
  return last === undefined ? matching : matching.slice(Math.max(0, matching.length - last));
}
