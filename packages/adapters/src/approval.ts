import {
  type FormerNames,
  isRecord,
  type ToolSpec,
  ToolwrightError,
  withPresentNames,
} from '@toolwright/contract';
import { readJson, writeJson } from '@toolwright/json';
import { holdsLargeNumber, textValue } from '@toolwright/tools/validation';
import type { AdapterOptions } from './adapted-tools.js';

/** Options for frameworks that do not support approval. */
export interface ApprovalOptions extends AdapterOptions {
  /**
   * Called before each call to a tool with `needsApproval`. Default: such calls are refused.
   * @param args an object with current argument names, not validated yet; or the model's text if it is not an object, or contains numbers
   * that JavaScript would change
   */
  readonly approve?: ((tool: string, args: unknown) => boolean | Promise<boolean>) | undefined;
}

/** @throws ToolwrightError `TOOL_FAILED` for a call that was not approved */
export async function requireApproval(
  { name, annotations, was = {} }: ToolSpec,
  args: unknown,
  { approve }: ApprovalOptions,
): Promise<void> {
  if (!annotations.needsApproval) return;
  if (approve === undefined) {
    throw new ToolwrightError(
      'TOOL_FAILED',
      `'${name}' needs a person's approval, but nobody can be asked.`,
      {
        blame: 'developer',
        hint: 'Pass `approve`.',
      },
    );
  }
  if (await approve(name, shownArguments(args, was))) return;
  throw new ToolwrightError('TOOL_FAILED', `The user did not approve this call to '${name}'.`, {
    blame: 'user',
  });
}

/** Returns the arguments as the tool would receive them, for a person to decide; unchanged if the tool would refuse them. */
function shownArguments(args: unknown, { parameters }: FormerNames): unknown {
  const value = typeof args === 'string' ? objectIn(args) : (args ?? {});
  const moved = isRecord(value) ? withPresentNames(value, parameters) : undefined;
  if (!moved?.ok) return args;
  return typeof args === 'string' && holdsLargeNumber(moved.args) ? writeJson(moved.args) : moved.args;
}

/** Parses text as tools do. Empty text and `null` mean an empty object, and a JSON string may contain the object's JSON. */
function objectIn(text: string): unknown {
  if (text.trim() === '') return {};
  const read = readJson(text, { maxDepth: MAX_DEPTH });
  if (!read.ok || read.duplicates.length > 0) return undefined;
  return typeof read.value === 'string' ? textValue(read.value, 'object') : (read.value ?? {});
}

/** Equals the limit for tools. */
const MAX_DEPTH = 4_000;
