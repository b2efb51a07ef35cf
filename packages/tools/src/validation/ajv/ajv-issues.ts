import type { JsonSchema } from '@toolwright/contract';
import { pointerSegments } from '@toolwright/json';
import { isBranching } from '@toolwright/json-schema';
import { countsAtMost, MAX_EXPLAINED } from '../counts-at-most.js';
import type { ArgumentIssue } from '../explain/argument-issue.js';
import { issueOf, type KeywordError, type Wording } from '../explain/issue-sentences.js';
import { isDeep } from './bounded-depth.js';
import { countExpansions } from './count-expansions.js';

/** Which errors to report. `all` is slower than `first` for valid data, and takes unbounded time for malicious data. */
export type ReportedErrors = 'first' | 'all';

/** The members of AJV's errors that are used. AJV's own type would add all its declarations to every program that imports this package. */
export interface AjvError extends KeywordError {
  readonly instancePath: string;
  readonly data?: unknown;
  readonly parentSchema?: JsonSchema;
  readonly propertyName?: string;
}

/** What explains with AJV. */
interface ErrorLister {
  readonly isForeign: boolean;
  compileToExplain(schema: JsonSchema, errors: ReportedErrors): (value: unknown) => readonly AjvError[];
}

/** Returns the issues that AJV finds in a value, for schemas with keywords that only AJV supports. */
export function ajvIssues(
  value: unknown,
  schema: JsonSchema,
  compiler: ErrorLister,
  wording: Wording,
): ArgumentIssue[] {
  // To explain an error, AJV tries each branch at each level.
  if ((isDeep(value) || compiler.isForeign) && isBranching(schema)) return [];
  if (compiler.isForeign && countExpansions(schema, MAX_EXPANSIONS) === MAX_EXPANSIONS) return [];
  const explain = compiler.compileToExplain(schema, countsAtMost(value, MAX_EXPLAINED) ? 'all' : 'first');
  return withoutBranches(explain(value)).map((error) => {
    const segments = pointerSegments(error.instancePath);
    const place = { segments, found: error.data, schema: error.parentSchema ?? {}, root: schema, wording };
    return issueOf(place, error);
  });
}

/** The maximum number of expansions, which keeps explanations for third-party schemas cheap. */
const MAX_EXPANSIONS = 1_000;

/** Removes errors from inside unions and `propertyNames`, which AJV reports in addition to the error of the keyword itself. */
function withoutBranches(errors: readonly AjvError[]): AjvError[] {
  const kept: AjvError[] = [];
  const unions: AjvError[] = [];
  for (const error of [...errors].reverse()) {
    const isInside = unions.some(
      (union) => isWithin(error, union) && error.parentSchema !== union.parentSchema,
    );
    if (isInside || error.propertyName !== undefined) continue;
    kept.unshift(error);
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') unions.push(error);
  }
  return kept;
}

function isWithin(error: AjvError, union: AjvError): boolean {
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
}
