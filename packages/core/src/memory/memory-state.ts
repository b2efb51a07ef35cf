import { isRecord, type Message, ToolwrightError, textStart } from '@toolwright/contract';
import { isMessage, isText } from './is-message.js';
import type { Observation } from './observation.js';
import { describeBreak, findFault } from './paired-history.js';

/** The format version of a stored memory. Incremented when the format changes. */
export const STATE_VERSION = 1;

/** Messages identified by index or, as in earlier versions, by text. */
export type Asides = readonly (number | string)[];

/** A memory as plain JSON. */
export interface MemoryState {
  readonly version: typeof STATE_VERSION;
  /** Absent if the history has no limit. */
  readonly maxHistory?: number;
  readonly messages: readonly Message[];
  /** User messages that belong to the preceding step; absent if there are none. */
  readonly asides?: Asides;
  readonly observations: readonly Observation[];
}

/** Checks a memory that was loaded from a file or a database. @throws ToolwrightError `INVALID_MESSAGE` with the location */
export function readMemoryState(state: unknown): MemoryState {
  if (!isRecord(state)) throw invalid('it is not an object');
  if (state.version !== STATE_VERSION) {
    throw invalid(
      `its version is ${JSON.stringify(state.version)}, but this package supports ${STATE_VERSION}`,
    );
  }
  const { maxHistory, messages, asides, observations } = state;
  if (maxHistory !== undefined && !(typeof maxHistory === 'number' && maxHistory >= 1)) {
    throw invalid(`'maxHistory' is ${JSON.stringify(maxHistory)}`);
  }
  const list = readList(messages, 'messages', isMessage);
  const broken = findFault(list);
  if (broken !== undefined) throw invalid(`'${describeBreak(broken)}`);
  return {
    version: STATE_VERSION,
    ...(maxHistory !== undefined && { maxHistory }),
    messages: list,
    ...(asides !== undefined && { asides: readList(asides, 'asides', isAside) }),
    observations: readList(observations, 'observations', isObservation),
  };
}

function readList<T>(value: unknown, name: string, isElement: (element: unknown) => element is T): T[] {
  if (!Array.isArray(value)) throw invalid(`'${name}' is not a list`);
  return value.map((element: unknown, index) => {
    if (isElement(element)) return element;
    throw invalid(`'${name}[${index}]' is invalid: ${textStart(JSON.stringify(element) ?? 'undefined', 80)}`);
  });
}

function isObservation(value: unknown): value is Observation {
  return (
    isRecord(value) &&
    (value.type === 'tool' || value.type === 'reasoning' || value.type === 'error') &&
    typeof value.content === 'string' &&
    typeof value.timestamp === 'number'
  );
}

export function isAside(value: unknown): value is number | string {
  return isText(value) || (Number.isInteger(value) && Number(value) >= 0);
}

function invalid(reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_MESSAGE', `This is not a stored memory: ${reason}.`, {
    blame: 'developer',
    hint: 'Pass the result of `getMemoryState()` or `memory.toJSON()`.',
  });
}
