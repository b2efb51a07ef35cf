import { ToolwrightError } from './errors.js';
import { nearestName } from './nearest-name.js';
import { shortenText } from './text.js';

/** The maximum number of names to list in a message. */
const MAX_LISTED = 50;
/** The maximum number of characters of a name to show: MCP's limit, which is the largest of all protocols. */
const MAX_NAME = 128;

export interface UnknownName {
  /** `Tool 'forcast' not found.` */
  readonly problem: string;
  /** `Did you mean 'forecast'? Available: forecast, alerts.` */
  readonly hint: string;
  /** The problem and the hint. */
  readonly message: string;
}

/** Describes an unknown name. Messages with a different subject use {@link suggestName}. */
export function describeUnknown(
  kind: 'Tool' | 'Resource' | 'Prompt' | 'Agent' | 'Dialect' | 'Queue',
  name: string,
  names: readonly string[],
): UnknownName {
  const problem = `${kind} '${shownName(name)}' not found.`;
  const hint = names.length === 0 ? `No ${kind.toLowerCase()}s are available.` : suggestName(name, names);
  return { problem, hint, message: `${problem} ${hint}` };
}

/** Returns the message for a model that called a tool that does not exist. */
export function unknownToolMessage(name: string, names: readonly string[]): string {
  return describeUnknown('Tool', name, names).message;
}

/** Returns the error for a program that names a tool that does not exist. */
export function unknownTool(name: string, tools: readonly { readonly name: string }[]): ToolwrightError {
  const { problem, hint } = describeUnknown(
    'Tool',
    name,
    tools.map((tool) => tool.name),
  );
  return new ToolwrightError('UNKNOWN_TOOL', problem, { blame: 'developer', hint });
}

/** `Did you mean 'forecast'? Available: forecast, alerts.` */
export function suggestName(name: string, names: readonly string[]): string {
  const list = listNames(names);
  const meant = didYouMean(name, names);
  return meant === undefined ? list : `${meant} ${list}`;
}

/** `Did you mean 'forecast'?`; undefined if no name is close. */
export function didYouMean(name: string, names: readonly string[]): string | undefined {
  const nearest = nearestName(textOf(name), names);
  return nearest === undefined ? undefined : `Did you mean '${shownName(nearest)}'?`;
}

/** `Available: forecast, alerts.` */
export function listNames(names: readonly string[]): string {
  const rest = names.length - MAX_LISTED;
  const listed = names.slice(0, MAX_LISTED).map(shownName).join(', ');
  return `Available: ${rest > 0 ? `${listed} and ${rest} more` : listed || 'none'}.`;
}

/** Matches control characters, direction marks and lone surrogates, which a name from a model may contain. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Surrogate}\ufeff]/gu;

function shownName(name: string): string {
  const shown = shortenText(textOf(name), MAX_NAME);
  return shown.replace(UNSAFE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Converts a name to text. Callers in JavaScript may pass any value, even one that cannot be converted. */
function textOf(name: unknown): string {
  try {
    return String(name);
  } catch {
    return Object.prototype.toString.call(name);
  }
}
