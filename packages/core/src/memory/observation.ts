import type { JsonObject } from '@toolwright/contract';

/** A tool result, reasoning or error that an agent recorded. The number of observations is unlimited. */
export interface Observation {
  readonly type: 'tool' | 'reasoning' | 'error';
  /** A tool result as the model saw it, the model's reasoning, or an error message. */
  readonly content: string;
  /** The tool that returned the result. If the tool failed, the observation has the type `error`. */
  readonly toolName?: string;
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
  readonly metadata?: JsonObject;
}

/** Selects the observations to list. */
export interface ObservationFilter {
  readonly type?: Observation['type'] | undefined;
  readonly toolName?: string | undefined;
  /** The maximum number of observations to return; the latest are kept. */
  readonly last?: number | undefined;
}

/** Returns the matching observations, oldest first. */
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
