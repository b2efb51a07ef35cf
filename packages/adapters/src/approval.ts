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

/** Options for frameworks without approval. */
export interface ApprovalOptions extends AdapterOptions {
  /**
   * Called before each call of a tool with `needsApproval`. Default: such calls are refused.
   * @param args an object under present names, not validated yet; the model's text if that is not an object, or has numbers that JavaScript
   * would change
   */
  readonly approve?: ((tool: string, args: unknown) => boolean | Promise<boolean>) | undefined;
}

/** @throws ToolwrightError `TOOL_FAILED` for a call that nobody approved */
export async function requireApproval(
  { name, annotations, was = {} }: ToolSpec,
  args: unknown,
  { approve }: ApprovalOptions,
): Promise<void> {
  if (!annotations.needsApproval) return;
  if (approve === undefined) {
    throw new ToolwrightError(
      'TOOL_FAILED',
      `'${name}' needs a person's approval, and nobody can be asked.`,
      {
        blame: 'developer',
        hint: 'Pass `approve`.',
      },
    );
  }
  if (await approve(name, shownArguments(args, was))) return;
  throw new ToolwrightError('TOOL_FAILED', `The user did not agree to this call of '${name}'.`, {
    blame: 'user',
  });
}

/** The arguments that the tool would get, for a person to decide about. Arguments that it would refuse stay unchanged. */
function shownArguments(args: unknown, { parameters }: FormerNames): unknown {
  const value = typeof args === 'string' ? objectIn(args) : (args ?? {});
  const moved = isRecord(value) ? withPresentNames(value, parameters) : undefined;
  if (!moved?.ok) return args;
  return typeof args === 'string' && holdsLargeNumber(moved.args) ? writeJson(moved.args) : moved.args;
}

/** Reads a text as tools do: an empty text and `null` stand for an empty object, and a JSON string may contain the object's JSON. */
function objectIn(text: string): unknown {
  if (text.trim() === '') return {};
  const read = readJson(text, { maxDepth: MAX_DEPTH });
  if (!read.ok || read.duplicates.length > 0) return undefined;
  return typeof read.value === 'string' ? textValue(read.value, 'object') : (read.value ?? {});
}

/** The same limit as for tools. */
const MAX_DEPTH = 4_000;
