import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import { readPlainFile } from '../disk/plain-file.js';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Reads a source again, byte by byte.
 * @throws ToolwrightError `OUTPUT_FAILED` if it is not UTF-8, or changed since the compiler read it.
 */
export function readSourceBytes({ fileName, text }: ts.SourceFile): Buffer {
  const { bytes } = readPlainFile(fileName);
  const content = bytes.subarray(markOf(bytes).length);
  if (content.equals(Buffer.from(text))) return bytes;
  const hint = 'Save it as UTF-8 and run the command again.';
  throw failure(`${fileName} is not encoded in UTF-8, or changed meanwhile. Nothing was written.`, hint);
}

/**
 * Replaces the text of a source atomically, and keeps its byte order mark and permissions.
 * @throws ToolwrightError `OUTPUT_FAILED`
 */
export function replaceSource(source: string, before: Buffer, text: string): void {
  const file = realpathSync(source);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([markOf(before), Buffer.from(text)]));
    chmodSync(temporary, statSync(file).mode);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw failure(`Cannot write ${file}: ${errorMessage(error)}`, 'Check its permissions.', error);
  }
}

function markOf(bytes: Buffer): Buffer {
  const length = BYTE_ORDER_MARK.length;
  return bytes.subarray(0, bytes.subarray(0, length).equals(BYTE_ORDER_MARK) ? length : 0);
}

function failure(message: string, hint: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('OUTPUT_FAILED', message, { blame: 'user', hint, cause });
}
