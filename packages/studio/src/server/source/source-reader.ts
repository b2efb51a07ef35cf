import { open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SourceReply } from '../../protocol/requests.js';
import { failure, ShownFailure } from '../../protocol/shown-failure.js';

/** The number of lines shown before and after the line. */
const AROUND = 30;
const MAX_BYTES = 4_000_000;
const MAX_LINE = 2_000;

/**
 * Reads the lines of a project file around a given line.
 * @param isNamed whether a tool or a diagnostic refers to the file; other files are refused
 * @throws ShownFailure `NOT_FOUND`
 */
export async function readSource(
  root: string,
  { file, line }: { readonly file: string; readonly line: number },
  isNamed: (file: string) => boolean,
): Promise<SourceReply> {
  if (!isNamed(file)) throw notFound(file);
  const text = await readInside(root, file);
  const lines = text.split(/\r\n|\n|\r/);
  const at = Math.min(Math.max(1, line), lines.length);
  const from = Math.max(1, at - AROUND);
  const shown = lines.slice(from - 1, at + AROUND).map((one) => one.slice(0, MAX_LINE));
  return { file, from, lines: shown };
}

async function readInside(root: string, file: string): Promise<string> {
  try {
    const [top, real] = await Promise.all([realpath(root), realpath(path.resolve(root, file))]);
    if (!real.startsWith(top + path.sep)) throw notFound(file);
    // Checks the type before opening, because opening a pipe would wait for a writer.
    const facts = await stat(real);
    if (!facts.isFile()) throw notFound(file);
    const handle = await open(real, 'r');
    try {
      const buffer = Buffer.alloc(Math.min(facts.size, MAX_BYTES));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ShownFailure) throw error;
    throw notFound(file);
  }
}

function notFound(file: string): ShownFailure {
  return failure('NOT_FOUND', `The file '${file}' cannot be shown.`);
}
