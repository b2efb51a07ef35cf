import type { ts } from 'ts-morph';
import type { Effect } from '../effect.js';
import type { CodeUnit, Fact } from '../graph/code-graph.js';
import type { TemporaryFiles } from './temporary-files.js';

/** Records the facts of one unit. */
export interface UnitFacts {
  readonly unit: CodeUnit;
  readonly facts: readonly Fact[];
  use(effect: Exclude<Effect, 'unknown'>, at: ts.Node): void;
  unknown(reason: string, at: ts.Node): void;
  reach(to: CodeUnit, at: ts.Node): void;
  /** Possibly reaches a unit, whose effects are then unknown here. `reason` states why. */
  guess(to: CodeUnit, at: ts.Node, reason: string): void;
  /** Reaches a unit through a step that is not a call in the source. */
  pass(to: CodeUnit, at: ts.Node): void;
}

/**
 * @param isObject Whether a node creates an object, which is not a step on a path.
 * @param temporary File writes that it covers have no effect.
 * @param capturedBy Finds the variables that a unit needs from functions that did not run on the path to it.
 */
export function createUnitFacts(
  unit: CodeUnit,
  isObject: (node: ts.Node) => boolean,
  capturedBy: (to: CodeUnit, at: ts.Node) => readonly CodeUnit[],
  temporary: TemporaryFiles,
): UnitFacts {
  const facts: Fact[] = [];
  const add = (to: CodeUnit, at: ts.Node, silent: boolean): void => {
    facts.push({ kind: 'reach', to, at, silent });
    for (const variable of capturedBy(to, at)) facts.push({ kind: 'reach', to: variable, at, silent });
  };
  return {
    unit,
    facts,
    use: (effect, at) => {
      if (effect === 'fs.write' && temporary.covers(at)) return;
      facts.push({ kind: 'use', effect, reason: undefined, at });
    },
    unknown: (reason, at) => {
      facts.push({ kind: 'use', effect: 'unknown', reason, at });
    },
    reach: (to, at) => add(to, at, isObject(at)),
    guess: (to, at, reason) => {
      for (const one of [to, ...capturedBy(to, at)])
        facts.push({ kind: 'reach', to: one, at, silent: false, guess: reason });
    },
    pass: (to, at) => add(to, at, true),
  };
}
