import { builtInModule, errorMessage, isRecord, randomUuid, ToolwrightError } from '@toolwright/contract';
import { invalid } from './invalid.js';

/** Not imports: programs with other parts of the test kit are bundled for platforms without files. */
export function fileSystem(): {
  readonly fs: typeof import('node:fs');
  readonly path: typeof import('node:path');
} {
  const [fs, path] = [builtInModule('fs'), builtInModule('path')];
  if (fs !== undefined && path !== undefined) return { fs, path };
  throw new ToolwrightError('UNSUPPORTED', 'Cassettes need files, which this platform does not have.', {
    blame: 'developer',
  });
}

/** @throws ToolwrightError `INVALID_CASSETTE` for a file that exists and cannot be read */
export function readText(file: string): string | undefined {
  try {
    return fileSystem().fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (isRecord(error) && error.code === 'ENOENT') return undefined;
    throw invalid(file, errorMessage(error));
  }
}

/** @throws ToolwrightError `OUTPUT_FAILED` if the folder of a file cannot be created or written */
export function requireWritable(file: string): void {
  alone(file, () => undefined); // writes a lock
}

/** Atomically: readers see the old file or the new one. */
export function replaceFile(file: string, text: string): void {
  const { fs } = fileSystem();
  const temporary = `${file}.${randomUuid()}.tmp`;
  try {
    fs.writeFileSync(temporary, text);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw notWritten(file, error);
  }
}

const STALE_MS = 10_000;
const WAIT_MS = 5;

/** Does something while no other process does it with the same file. A lock that is older than 10 s is that of a process that ended. */
export function alone<Result>(file: string, work: () => Result): Result {
  const { fs } = fileSystem();
  const lock = `${file}.lock`;
  createFolderOf(file);
  for (;;) {
    try {
      fs.closeSync(fs.openSync(lock, 'wx'));
      break;
    } catch (error) {
      if (!isRecord(error) || error.code !== 'EEXIST') throw notWritten(file, error);
      const held = fs.statSync(lock, { throwIfNoEntry: false });
      if (held !== undefined && Date.now() - held.mtimeMs > STALE_MS) fs.rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
  try {
    return work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

function createFolderOf(file: string): void {
  const { fs, path } = fileSystem();
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
  } catch (error) {
    throw notWritten(file, error);
  }
}

function notWritten(file: string, error: unknown): ToolwrightError {
  return new ToolwrightError('OUTPUT_FAILED', `Cannot write the cassette ${file}: ${errorMessage(error)}`, {
    blame: 'developer',
    cause: error,
  });
}

/** Not `process.emitWarning`, which shows nothing while the process ends. */
export function warn(message: string): void {
  fileSystem().fs.writeSync(2, `${message}\n`);
}

export function atExit(work: () => void): void {
  process.once('exit', work);
}
