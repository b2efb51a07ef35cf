import { errorMessage, isSecretName, shortenText, wellFormed } from '@toolwright/contract';
import type { CodecIssue } from './codec-issue.js';

/** Tracks the current path and the issues found so far while a value is encoded or decoded. */
export class Trail {
  readonly #path: (string | number)[] = [];
  readonly #issues: CodecIssue[] = [];
  #refusals = 0;

  get issues(): readonly CodecIssue[] {
    return this.#issues;
  }

  /** The number of all refusals, including those beyond the limit of recorded issues. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Runs a step on a member or an item. */
  at(key: string | number, value: unknown, step: Step): unknown {
    if (this.#path.length >= MAX_DEPTH) {
      this.refuse(`nested no deeper than ${MAX_DEPTH} levels`, value);
      return undefined;
    }
    this.#path.push(key);
    const result = step(value, this);
    this.#path.pop();
    return result;
  }

  /** Returns the result of a step. If the step refuses the value, returns undefined and records no issue. */
  attempt(value: unknown, step: Step): { readonly value: unknown } | undefined {
    const [refusals, issues] = [this.#refusals, this.#issues.length];
    const result = step(value, this);
    if (this.#refusals === refusals) return { value: result };
    this.#refusals = refusals;
    this.#issues.length = issues;
    return undefined;
  }

  /** Records an issue at the current path. The result of the step is then unused, so it may be undefined. */
  refuse(expected: string, value: unknown, shown?: string): undefined {
    this.#refusals += 1;
    if (this.#issues.length >= MAX_ISSUES) return;
    const path = this.#path.map(String);
    // Errors are logged, so they must not contain a secret value.
    const got = typeof value === 'string' && path.some(isSecretName) ? 'a string' : (shown ?? show(value));
    this.#issues.push({ path, expected, got });
  }

  /** Records an error that user code threw at the current path. Omits its message if it may contain a secret. */
  refuseThrown(expected: string, value: unknown, thrown: unknown): undefined {
    const isSecret = this.#path.some((step) => isSecretName(String(step)));
    const reason = isSecret ? '' : ` (${shortenText(wellFormed(errorMessage(thrown)), MAX_REASON)})`;
    this.refuse(`${expected}${reason}`, value);
  }
}

/** One direction of a codec. Never modifies `value`. */
export type Step = (value: unknown, trail: Trail) => unknown;

/** Both directions of a codec. */
export interface Steps {
  /** Converts JSON to the object in memory. */
  readonly decode: Step;
  readonly encode: Step;
}

/** The maximum depth. It is deeper than real data, far below the stack limit, and also ends circular objects. */
const MAX_DEPTH = 500;
/** The maximum number of recorded issues. More would not help to correct the value. */
const MAX_ISSUES = 20;
const MAX_SHOWN = 60;
const MAX_REASON = 500;

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortenText(value, MAX_SHOWN));
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  const kind = typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
  return `${/^[AEIOaeio]/.test(kind) ? 'an' : 'a'} ${kind === 'Object' ? 'object' : kind}`;
}
