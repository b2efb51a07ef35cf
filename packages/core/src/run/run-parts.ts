import type { RunLink } from '../delegation/tool-state.js';
import type { RunState } from '../state/run-state.js';
import type { Ports } from './ports.js';

/** What a run consists of. */
export interface RunParts {
  readonly state: RunState;
  readonly ports: Ports;
}

/** The parts of runs for tools that make calls of the run. Found by their link, so that programs without such tools load no code for them. */
const PARTS = new WeakMap<RunLink, RunParts>();

export function keepParts(link: RunLink, parts: RunParts): void {
  PARTS.set(link, parts);
}

export function partsOf(link: RunLink): RunParts | undefined {
  return PARTS.get(link);
}
