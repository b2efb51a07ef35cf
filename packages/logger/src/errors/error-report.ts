import { errorMessage, isToolwrightError, type Thrown, textStart, thrownOf } from '@toolwright/contract';
import { maskSecretsIn } from '@toolwright/redaction';
import { readStack, type StackFrame } from './read-stack.js';

/** What was thrown, for developers. Neither models nor sessions nor MCP clients receive it. */
export interface ErrorReport {
  /** For example `TypeError`. */
  readonly name: string;
  readonly message: string;
  /** The frames of the program, then those of packages and of the runtime. At most 50. */
  readonly frames: readonly StackFrame[];
  readonly cause?: ErrorReport;
  /** The errors of an `AggregateError`. */
  readonly errors?: readonly ErrorReport[];
}

const MAX_MESSAGE = 10_000;
/** The maximum number of errors in a report, because causes may be many and circular. */
const MAX_ERRORS = 20;
/** Stands for the errors that are left out. */
const MORE: ErrorReport = {
  name: 'More errors',
  message: `are left out: a report has at most ${MAX_ERRORS}`,
  frames: [],
};

/**
 * Reports what was noted on an outcome or an event with `withThrown`. Returns undefined if that is nothing, or if its stack tells nothing
 * about the program: what Toolwright itself throws, such as a timeout, says everything in its message.
 */
export function findErrorReport(carrier: object): ErrorReport | undefined {
  const thrown = thrownOf(carrier);
  return thrown && reportThrown(thrown);
}

/** @see findErrorReport */
export function reportThrown({ value, clean = (text) => text }: Thrown): ErrorReport | undefined {
  try {
    const report = describe(value, { clean, seen: new Set(), left: MAX_ERRORS, isCut: false });
    const isToolwright = isToolwrightError(value);
    const isTelling = some(report, ({ frames }) => frames.some(({ own }) => own || !isToolwright));
    return isTelling ? maskSecretsIn(report) : undefined;
  } catch {
    return undefined; // a getter or a proxy threw; the outcome has a message in any case
  }
}

interface Describing {
  readonly clean: (text: string) => string;
  readonly seen: Set<unknown>;
  left: number;
  isCut: boolean;
}

function describe(value: unknown, state: Describing): ErrorReport {
  state.seen.add(value);
  state.left -= 1;
  const { clean } = state;
  const message = clean(textStart(errorMessage(value), MAX_MESSAGE));
  if (!(value instanceof Error)) return { name: typeof value, message, frames: [] };
  const { cause, errors } = value as { readonly cause?: unknown; readonly errors?: unknown };
  const inner = (Array.isArray(errors) ? errors : []).flatMap((error) => describeOnce(error, state));
  const [reason] = describeOnce(cause, state);
  return {
    name: clean(textStart(String(value.name), 100)),
    message,
    frames: readStack(value.stack).map((frame) => ({ ...frame, file: clean(frame.file) })),
    ...(reason !== undefined && { cause: reason }),
    ...(inner.length > 0 && { errors: inner }),
  };
}

function describeOnce(value: unknown, state: Describing): ErrorReport[] {
  if (value === undefined || value === null || state.seen.has(value)) return [];
  if (state.left > 0) return [describe(value, state)];
  const isFirst = !state.isCut;
  state.isCut = true;
  return isFirst ? [MORE] : [];
}

function some(report: ErrorReport, test: (report: ErrorReport) => boolean): boolean {
  const { cause, errors = [] } = report;
  return test(report) || [...(cause ? [cause] : []), ...errors].some((inner) => some(inner, test));
}
