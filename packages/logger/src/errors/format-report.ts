import { formatCount } from '@toolwright/contract';
import type { ErrorReport } from './error-report.js';
import type { StackFrame } from './read-stack.js';

/** How many frames are shown if none belongs to the program. */
const FOREIGN_SHOWN = 5;

/** Writes a report for people, without the message of the outermost error: its frames, then its causes. */
export function formatReport(report: ErrorReport, folder = workingFolder()): string {
  const { cause, errors = [] } = report;
  return [
    ...framesOf(report, folder),
    ...(cause ? [`Caused by ${titleOf(cause)}`, formatReport(cause, folder)] : []),
    ...errors.flatMap((error) => [`One of its errors: ${titleOf(error)}`, formatReport(error, folder)]),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** Writes a report like a stack of the runtime, whole and without shortened paths. */
export function formatStack(report: ErrorReport): string {
  const { frames, cause, errors = [] } = report;
  return [
    titleOf(report),
    ...frames.map((frame) => `    ${formatFrame(frame, '')}`),
    ...(cause ? [`Caused by ${formatStack(cause)}`] : []),
    ...errors.map((error) => `One of its errors: ${formatStack(error)}`),
  ].join('\n');
}

function titleOf({ name, message }: ErrorReport): string {
  return message === '' || message === name ? name : `${name}: ${message}`;
}

function framesOf({ frames }: ErrorReport, folder: string): string[] {
  const own = frames.filter((frame) => frame.own);
  const shown = own.length > 0 ? own : frames.slice(0, FOREIGN_SHOWN);
  const left = frames.length - shown.length;
  return [
    ...shown.map((frame) => formatFrame(frame, folder)),
    ...(left > 0 ? [`… ${formatCount(left, 'more frame')} of packages and the runtime`] : []),
  ];
}

function formatFrame({ function: name, file, line, column }: StackFrame, folder: string): string {
  const path = folder !== '' && file.startsWith(folder) ? file.slice(folder.length) : file;
  const place = `${path}:${line}:${column}`;
  return name === undefined ? `at ${place}` : `at ${name} (${place})`;
}

/** Returns the folder that is left out of paths; empty where there is none, for example in a browser. */
function workingFolder(): string {
  const folder = typeof process === 'object' ? process.cwd?.() : undefined;
  return folder ? `${folder.replaceAll('\\', '/')}/` : '';
}
