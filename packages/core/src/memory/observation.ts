import type { JsonObject } from '@toolwright/contract';

/** A message, tool result, thought or error that an agent recorded. The number of observations is unlimited. */
export interface Observation {
  readonly type: 'tool' | 'reasoning' | 'error';
  /** A tool result as the model read it, the model's reasoning, or the text of an error. */
  readonly content: string;
  /** The tool that returned the result. For a failed tool, the observation is an `error` with its name. */
  readonly toolName?: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly metadata?: JsonObject;
}

/** Selects the observations to list. */
export interface ObservationFilter {
  readonly type?: Observation['type'] | undefined;
  readonly toolName?: string | undefined;
  /** The maximum number of observations, of which the latest are kept. */
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
