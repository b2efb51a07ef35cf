import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { readPlainFile } from '@toolwright/program';
import type { ts } from 'ts-morph';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Reads the bytes of a source.
 * @throws ToolwrightError `OUTPUT_FAILED` if the file is not UTF-8, or has changed since the compiler read it.
 */
export function readSourceBytes({ fileName, text }: ts.SourceFile): Buffer {
  const { bytes } = readPlainFile(fileName);
  const content = bytes.subarray(markOf(bytes).length);
  if (content.equals(Buffer.from(text))) return bytes;
  const hint = 'Save it as UTF-8 and run the command again.';
  throw failure(
    `${fileName} is not encoded in UTF-8, or has changed since it was read. Nothing was written.`,
    hint,
  );
}

export interface Replacement {
  readonly source: ts.SourceFile;
  /** The bytes that {@link readSourceBytes} returned. */
  readonly before: Buffer;
  readonly text: string;
}

/**
 * Replaces the texts of sources, each atomically, keeping byte order marks and permissions. If one replacement fails, no source is changed.
 * @throws ToolwrightError `OUTPUT_FAILED`
 */
export function replaceSources(replacements: readonly Replacement[]): void {
  // Several links may lead to one file.
  const files = new Map(replacements.map((one) => [realpathSync(one.source.fileName), one]));
  const staged: string[] = [];
  const replaced: string[] = [];
  let current = '';
  try {
    for (const [file, { before, text }] of files) {
      current = file;
      stage(file, Buffer.concat([markOf(before), Buffer.from(text)]));
      staged.push(file);
    }
    for (const file of staged) {
      current = file;
      renameSync(temporaryOf(file), file);
      replaced.push(file);
    }
  } catch (error) {
    for (const file of staged) rmSync(temporaryOf(file), { force: true });
    const changed = replaced.filter((file) => !putBack(file, files.get(file)?.before));
    const outcome = changed.length === 0 ? 'No file was changed.' : `Changed: ${changed.join(', ')}.`;
    throw failure(
      `Cannot write ${current}: ${errorMessage(error)}. ${outcome}`,
      'Check the permissions of the file.',
      error,
    );
  }
}

function temporaryOf(file: string): string {
  return `${file}.${process.pid}.tmp`;
}

function stage(file: string, bytes: Buffer): void {
  // Always creates a new file, so that it never writes through a link that someone has placed at this path.
  writeFileSync(temporaryOf(file), bytes, { flag: 'wx' });
  try {
    chmodSync(temporaryOf(file), statSync(file).mode);
  } catch (error) {
    rmSync(temporaryOf(file), { force: true });
    throw error;
  }
}

function putBack(file: string, before: Buffer | undefined): boolean {
  if (before === undefined) return false;
  try {
    stage(file, before);
    renameSync(temporaryOf(file), file);
    return true;
  } catch {
    return false;
  }
}

function markOf(bytes: Buffer): Buffer {
  const length = BYTE_ORDER_MARK.length;
  return bytes.subarray(0, bytes.subarray(0, length).equals(BYTE_ORDER_MARK) ? length : 0);
}

function failure(message: string, hint: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('OUTPUT_FAILED', message, { blame: 'user', hint, cause });
}
