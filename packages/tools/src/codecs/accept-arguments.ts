import { requireContext, ToolwrightError } from '@toolwright/contract';
import type { Codec } from '@toolwright/json-schema';
import type { BoundTool } from '../bound-tool.js';
import type { SyncCallOptions } from '../dispatch/call-options.js';
import type { NamedArguments } from '../dispatch/positional.js';
import {
  type CheckedArguments,
  type Coercion,
  checkArguments,
  refusal,
  unreadable,
} from '../validation/arguments/check-arguments.js';
import { exactNumberIssues, exactNumbersAsText } from '../validation/arguments/exact-numbers.js';
import { textValue } from '../validation/arguments/text-value.js';
import { ArgumentFailure } from './bound-codecs.js';
import { toPresentNames } from './present-names.js';

/** Validates JSON from a model, and decodes it to the objects that the tool expects. */
function acceptJson(tool: BoundTool, args: unknown, coercion: Coercion): CheckedArguments {
  const checked = checkArguments(args, tool.validator, tool.spec.parameters, coercion);
  const codec = tool.codecs.parameters;
  return checked.ok && codec !== undefined ? convert(codec, 'decode', checked.value) : checked;
}

interface Parsed {
  readonly value: unknown;
  readonly isExact: boolean;
}

/** Validates arguments parsed from model output. Refuses a number that would lose digits. */
export function acceptParsed(tool: BoundTool, parsed: Parsed, coercion: Coercion): CheckedArguments {
  if (tool.renamed === undefined) return acceptPresent(tool, parsed, coercion);
  const { value: given } = parsed;
  // Parsed here, because all other repairs expect current names.
  const object = coercion === 'safe' && typeof given === 'string' ? textValue(given, 'object') : undefined;
  const moved = toPresentNames(object ?? given, tool.renamed);
  return moved.ok ? acceptPresent(tool, { ...parsed, value: moved.args }, coercion) : moved;
}

function acceptPresent(tool: BoundTool, { value, isExact }: Parsed, coercion: Coercion): CheckedArguments {
  if (isExact) return acceptJson(tool, value, coercion);
  const schema = tool.spec.parameters;
  const kept = coercion === 'safe' ? exactNumbersAsText(value, schema, schema) : value;
  const issues = exactNumberIssues(kept, schema);
  return issues.length > 0 ? refusal(issues) : acceptJson(tool, kept, coercion);
}

/** Validates TypeScript values, where a `Date` is a `Date`. The tool receives the same values, unless they were coerced. */
export function acceptValues(tool: BoundTool, args: unknown, coercion: Coercion): CheckedArguments {
  if (tool.renamed === undefined) return acceptPresentValues(tool, args, coercion);
  const moved = toPresentNames(args, tool.renamed);
  return moved.ok ? acceptPresentValues(tool, moved.args, coercion) : moved;
}

function acceptPresentValues(tool: BoundTool, args: unknown, coercion: Coercion): CheckedArguments {
  const codec = tool.codecs.parameters;
  if (codec === undefined) return checkArguments(args, tool.validator, tool.spec.parameters, coercion);
  const values = args ?? {};
  const encoded = convert(codec, 'encode', values);
  if (!encoded.ok) return encoded;
  const checked = checkArguments(encoded.value, tool.validator, tool.spec.parameters, coercion);
  if (!checked.ok) return checked;
  // A value that was encoded as an object is an object.
  if (checked.value === encoded.value) return { ok: true, value: values as object };
  return convert(codec, 'decode', checked.value);
}

/**
 * Returns the arguments of a call that can be made.
 * @throws ToolwrightError `INVALID_ARGUMENTS` for refused arguments, `MISSING_CONTEXT`
 */
export function acceptCall(
  { spec }: BoundTool,
  checked: CheckedArguments,
  { context }: SyncCallOptions = {},
): NamedArguments {
  if (!checked.ok) throw invalidArguments(spec.name, checked.message);
  if (spec.needsContext) requireContext([spec], context, DIRECT_CALL);
  // The root of a tool's schema is an object.
  return checked.value as NamedArguments;
}

const DIRECT_CALL = { caller: 'the call', hint: 'Pass it as an option: { context }.' };

/** Returns the error for refused arguments. @param message the problems in a few sentences */
export function invalidArguments(toolName: string, message: string): ToolwrightError {
  return new ToolwrightError('INVALID_ARGUMENTS', `Invalid arguments for '${toolName}': ${message}`, {
    blame: 'model',
  });
}

function convert(codec: Codec, direction: keyof Codec, args: unknown): CheckedArguments {
  try {
    // A plan for arguments returns objects in both directions.
    return { ok: true, value: codec[direction](args) as object };
  } catch (error) {
    if (error instanceof ArgumentFailure) return refusal(error.issues);
    return unreadable(error);
  }
}
