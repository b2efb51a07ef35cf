import { isRecord } from '@toolwright/contract';
import type { ErrorReport, StackFrame } from '@toolwright/logger';

/** Whether a value of a log, which can contain anything, is an error report. */
export function isErrorReport(value: unknown): value is ErrorReport {
  if (!isRecord(value) || !isText(value.name) || !isText(value.message)) return false;
  const { frames, cause, errors } = value;
  return (
    isListOf(frames, isFrame) &&
    (cause === undefined || isErrorReport(cause)) &&
    (errors === undefined || isListOf(errors, isErrorReport))
  );
}

function isFrame(value: unknown): value is StackFrame {
  if (!isRecord(value)) return false;
  const { function: name, file, line, column } = value;
  return (name === undefined || isText(name)) && isText(file) && isPosition(line) && isPosition(column);
}

function isListOf(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value);
}
