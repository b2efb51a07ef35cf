import {
  isRecord,
  isToolwrightError,
  PAUSED_RUN_VERSION,
  type PausedRun,
  ToolwrightError,
} from '@toolwright/contract';
import { isListOf, isMessage } from '../memory/is-message.js';
import { isAside, readMemoryState } from '../memory/memory-state.js';
import { findBreak } from '../memory/paired-history.js';
import { findForeignCall, isReply, isShallow } from './check-reply.js';
import type { PausedData } from './paused-run.js';

/**
 * Checks a paused run that was loaded from a file or a database.
 * @throws ToolwrightError `INVALID_RUN` with the reason, for any other value
 */
export function readPausedRun(value: unknown): { readonly run: PausedRun; readonly data: PausedData } {
  checkRun(value);
  const { data } = value;
  checkData(data);
  const foreign = findForeignCall(value, data);
  if (foreign) throw invalid(`the pending call '${foreign.callId}' does not match a call of 'data.reply'`);
  return { run: value, data };
}

function checkRun(value: unknown): asserts value is PausedRun {
  if (!isRecord(value)) throw invalid('it is not an object');
  if (!isShallow(value)) throw invalid('it is nested too deeply');
  const { version, runId, agent, expiresAt, pending, data, signature } = value;
  if (version !== PAUSED_RUN_VERSION) {
    throw invalid(
      `its version is ${JSON.stringify(version)}, but this package supports ${PAUSED_RUN_VERSION}`,
    );
  }
  if (typeof runId !== 'string') throw invalid("'runId' is not a string");
  if (typeof agent !== 'string') throw invalid("'agent' is not a string");
  if (!isTime(expiresAt)) throw invalid("'expiresAt' is not a timestamp");
  if (signature !== undefined && !isText(signature)) throw invalid("'signature' is not a string");
  if (!isListOf(pending, isPendingCall)) throw invalid("'pending' is not a list of calls");
  if (!isRecord(data)) throw invalid("'data' is not an object");
}

function checkData(data: unknown): asserts data is PausedData {
  const members = isRecord(data) ? data : {};
  const wrong = Object.entries(CHECKS).find(([name, isValid]) => !isValid(members[name]));
  if (wrong) throw invalid(`'data.${wrong[0]}' has an unexpected value`);
}

const CHECKS: Readonly<Record<keyof PausedData, (value: unknown) => boolean>> = {
  handedTo: (value) => value === undefined || isText(value),
  next: (value) => value === undefined || isText(value),
  history: isMemoryState,
  added: (value) => Array.isArray(value) && findBreak(value) === undefined,
  addedAsides: (value) => value === undefined || isListOf(value, isAside),
  finished: (value) => value === undefined || isListOf(value, isToolCallRecord),
  nested: (value) => value === undefined || (isRecord(value) && Object.values(value).every(isPausedWork)),
  reply: isReply,
  tools: (value) => isRecord(value) && Object.values(value).every(isText),
  held: (value) =>
    value === undefined ||
    (isRecord(value) &&
      Object.values(value).every((one) => isText(one) || (isRecord(one) && isShallow(one)))),
  policies: (value) => value === undefined || isListOf(value, isText),
  subset: (value) => value === undefined || isListOf(value, isText),
  systemMessage: (value) => value === undefined || isMessage(value),
  iteration: isCount,
  toolCalls: (value) => isListOf(value, isToolCallRecord),
  reasoningTrace: (value) => isListOf(value, isText),
  errors: (value) => isListOf(value, isText),
  warnings: (value) => value === undefined || isListOf(value, isText),
  finishReason: (value) => value === undefined || isText(value),
  ledger: (value) => isRecord(value) && isRecord(value.usage) && isCount(value.toolCalls),
  elapsedMs: isCount,
  state: isRecord,
};

function isMemoryState(value: unknown): boolean {
  return isReadable(() => readMemoryState(value));
}

/** Whether a value is the paused run of a sub-agent, or has the paused calls of a tool, which the tool's execution checks. */
function isPausedWork(value: unknown): boolean {
  return isReadable(() => {
    checkRun(value);
    if (!isRecord(value.data.inner)) readPausedRun(value);
  });
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (isToolwrightError(error)) return false;
    throw error;
  }
}

function isPendingCall(value: unknown): boolean {
  return isRecord(value) && isText(value.callId) && isText(value.name) && isText(value.arguments);
}

function isToolCallRecord(value: unknown): boolean {
  return isPendingCall(value) && isRecord(value) && isRecord(value.outcome);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTime(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && !Number.isNaN(Date.parse(value)));
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

function invalid(reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_RUN', `This is not a paused run: ${reason}.`, {
    blame: 'developer',
    hint: 'Pass `result.paused`, as it is or as JSON has it.',
  });
}
