import { readFile } from 'node:fs/promises';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { describeChange, type LockedTool, readLock, type ToolLock } from '@toolwright/json-schema';
import { invalidConfig } from '../../invalid-config.js';
import { inSentence } from '../../wire/transport.js';
import { showText } from './hidden-text.js';

/** The pinned state of a server's tools: from a lock, or from the first listing of the tools that `allow` names. */
export class ToolPins {
  readonly #locked: ReadonlyMap<string, LockedTool> | undefined;
  /** The first state of each tool; undefined if tools may change. */
  readonly #seen: Map<string, LockedTool> | undefined;

  /** @param pinsFirst Whether tools must keep the state of their first listing */
  constructor(lock: ToolLock | undefined, pinsFirst: boolean) {
    this.#locked = lock && new Map(lock.tools.map((tool) => [tool.name, tool]));
    this.#seen = pinsFirst ? new Map() : undefined;
  }

  get names(): readonly string[] {
    return [...(this.#locked?.keys() ?? [])];
  }

  /** Compares a tool with its pinned state. @throws ToolwrightError `TOOL_CHANGED` for a difference */
  check(server: string, tool: LockedTool): void {
    const { name } = tool;
    const locked = this.#locked?.get(name);
    if (this.#locked !== undefined && locked === undefined) {
      throw toolChanged(server, name, 'is not in the lock', LOCK_AGAIN);
    }
    const changed = locked && describeChange(locked, tool);
    if (changed !== undefined)
      throw toolChanged(server, name, `differs from the lock: ${changed}`, LOCK_AGAIN);
    const first = this.#seen?.get(name);
    const since = first && describeChange(first, tool);
    if (since !== undefined) {
      throw toolChanged(server, name, `has changed since it was allowed: ${since}`, CONNECT_AGAIN);
    }
    this.#seen?.set(name, tool);
  }
}

export function toolChanged(
  server: string,
  name: string,
  how: string,
  hint = CONNECT_AGAIN,
): ToolwrightError {
  return new ToolwrightError(
    'TOOL_CHANGED',
    `The tool '${showText(name)}' of ${inSentence(server)} ${how}.`,
    {
      blame: 'provider',
      hint,
    },
  );
}

const LOCK_AGAIN = 'The tool is skipped. If the change is intended, run `npx toolwright mcp lock` again.';
const CONNECT_AGAIN = 'The tool is skipped. If the change is intended, connect again.';

/**
 * Loads the lock passed as an option: its content, or the path of a file.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export async function loadLock(lock: string | object | undefined): Promise<ToolLock | undefined> {
  if (lock === undefined) return undefined;
  if (typeof lock !== 'string') return readLock(lock);
  try {
    return readLock(await readFile(lock, 'utf8'), lock);
  } catch (error) {
    if (error instanceof ToolwrightError) throw error;
    const message = `The lock ${lock} cannot be read: ${errorMessage(error)}.`;
    throw invalidConfig(message, 'Write it with `npx toolwright mcp lock`.', error);
  }
}
