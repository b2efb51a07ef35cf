/** A frame of a stack. */
export interface StackFrame {
  readonly function?: string;
  /** A path, or a URL of the runtime such as `node:fs`. */
  readonly file: string;
  /** Counted from 1, like `column`. */
  readonly line: number;
  readonly column: number;
  /** Whether the file belongs to the program: neither to a package nor to the runtime. */
  readonly own?: true;
}

const MAX_FRAMES = 50;
/** Stacks and lines beyond these lengths are not read. */
const [MAX_STACK, MAX_LINE] = [100_000, 2_000];

/** Reads the frames of a stack as V8 writes them, and Bun. The frames of the program come first. */
export function readStack(stack: unknown): readonly StackFrame[] {
  if (typeof stack !== 'string') return [];
  const frames = stack
    .slice(0, MAX_STACK)
    .split('\n')
    .flatMap((line) => readFrame(line) ?? []);
  const own = frames.filter((frame) => frame.own);
  return [...own, ...frames.filter((frame) => !frame.own)].slice(0, MAX_FRAMES);
}

/** Reads `at run (file:1:2)` and `at file:1:2`. */
function readFrame(line: string): StackFrame | undefined {
  const text = line.length > MAX_LINE ? '' : line.trim();
  if (!text.startsWith('at ')) return undefined;
  const opening = text.endsWith(')') ? text.indexOf(' (') : -1;
  const name = opening < 0 ? '' : text.slice(3, opening);
  const place = opening < 0 ? text.slice(3).replace(/^async /, '') : text.slice(opening + 2, -1);
  const [, address = '', row, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? [];
  if (address === '') return undefined;
  const file = toPath(address);
  return {
    ...(name !== '' && { function: name }),
    file,
    line: Number(row),
    column: Number(column),
    ...(isOwn(file) && { own: true }),
  };
}

function toPath(address: string): string {
  if (!address.startsWith('file://')) return address;
  try {
    return decodeURIComponent(new URL(address).pathname).replace(/^\/(?=[A-Za-z]:\/)/, '');
  } catch {
    return address;
  }
}

/** Paths are absolute; what is not, such as `node:fs` and `native`, belongs to the runtime. */
function isOwn(file: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(file) && !/[\\/]node_modules[\\/]/.test(file);
}
