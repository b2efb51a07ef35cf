import { isContentPart, isRecord, type Message, ToolwrightError, textStart } from '@toolwright/contract';
import type { Observation } from './observation.js';

/** Raised when the shape of a stored memory changes. */
export const STATE_VERSION = 1;

/** Messages by their indexes, or by their texts as earlier versions wrote them. */
export type Asides = readonly (number | string)[];

/** A memory as plain JSON. */
export interface MemoryState {
  readonly version: typeof STATE_VERSION;
  /** Absent if the history has no limit. */
  readonly maxHistory?: number;
  readonly messages: readonly Message[];
  /** Messages of the user that belong to the step before them; absent without such messages. */
  readonly asides?: Asides;
  readonly observations: readonly Observation[];
}

/** Checks what came from a file or a database. @throws ToolwrightError `INVALID_MESSAGE`, naming the place */
export function readMemoryState(state: unknown): MemoryState {
  if (!isRecord(state)) throw invalid('it is not an object');
  if (state.version !== STATE_VERSION) {
    throw invalid(`its version is ${JSON.stringify(state.version)}, and this package reads ${STATE_VERSION}`);
  }
  const { maxHistory, messages, asides, observations } = state;
  if (maxHistory !== undefined && !(typeof maxHistory === 'number' && maxHistory >= 1)) {
    throw invalid(`'maxHistory' is ${JSON.stringify(maxHistory)}`);
  }
  return {
    version: STATE_VERSION,
    ...(maxHistory !== undefined && { maxHistory }),
    messages: readList(messages, 'messages', isMessage),
    ...(asides !== undefined && { asides: readList(asides, 'asides', isAside) }),
    observations: readList(observations, 'observations', isObservation),
  };
}

function readList<T>(value: unknown, name: string, isElement: (element: unknown) => element is T): T[] {
  if (!Array.isArray(value)) throw invalid(`'${name}' is not a list`);
  return value.map((element: unknown, index) => {
    if (isElement(element)) return element;
    throw invalid(`'${name}[${index}]' is not one: ${textStart(JSON.stringify(element) ?? 'undefined', 80)}`);
  });
}

/** Whether a value has the shape of a message. */
export function isMessage(value: unknown): value is Message {
  if (!isRecord(value)) return false;
  switch (value.role) {
    case 'system':
    case 'developer':
      return typeof value.content === 'string';
    case 'user':
      return isContent(value.content);
    case 'assistant':
      return (
        (typeof value.content === 'string' || value.content === null) &&
        (value.tool_calls === undefined || isListOf(value.tool_calls, isToolCall))
      );
    case 'tool':
      return typeof value.tool_call_id === 'string' && isContent(value.content);
    default:
      return false;
  }
}

function isContent(value: unknown): boolean {
  return typeof value === 'string' || isListOf(value, isContentPart);
}

function isToolCall(value: unknown): boolean {
  if (!isRecord(value) || typeof value.id !== 'string' || !isRecord(value.function)) return false;
  return typeof value.function.name === 'string' && typeof value.function.arguments === 'string';
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

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isListOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isElement);
}

function invalid(reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_MESSAGE', `This is not the state of a memory: ${reason}.`, {
    blame: 'developer',
    hint: 'Pass what `getMemoryState()` or `memory.toJSON()` gave.',
  });
}
