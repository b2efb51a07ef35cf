import { nearestName } from './nearest-name.js';
import { shortenText } from './text.js';

/** The number of names that a message lists. */
const MAX_LISTED = 50;
/** The number of characters shown of a name: MCP's limit, the widest. */
const MAX_NAME = 128;

export interface UnknownName {
  /** `Tool 'forcast' not found.` */
  readonly problem: string;
  /** `Did you mean 'forecast'? Available: forecast, alerts.` */
  readonly hint: string;
}

/** The one wording for unknown names of any kind. */
export function describeUnknown(
  kind: 'Tool' | 'Resource' | 'Prompt' | 'Agent' | 'Dialect' | 'Queue',
  name: string,
  names: readonly string[],
): UnknownName {
  const problem = `${kind} '${shownName(name)}' not found.`;
  if (names.length === 0) return { problem, hint: `No ${kind.toLowerCase()}s are available.` };
  const rest = names.length - MAX_LISTED;
  const listed = names.slice(0, MAX_LISTED).map(shownName).join(', ');
  const list = `Available: ${rest > 0 ? `${listed} and ${rest} more` : listed}.`;
  const nearest = nearestName(textOf(name), names);
  return { problem, hint: nearest === undefined ? list : `Did you mean '${shownName(nearest)}'? ${list}` };
}

/** The same as one text, for models. */
export function unknownToolMessage(name: string, names: readonly string[]): string {
  const { problem, hint } = describeUnknown('Tool', name, names);
  return `${problem} ${hint}`;
}

/** Control characters, direction marks and lone surrogates: a name from a model may contain anything. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Surrogate}\ufeff]/gu;

function shownName(name: string): string {
  const shown = shortenText(textOf(name), MAX_NAME);
  return shown.replace(UNSAFE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Callers in JavaScript may pass anything, even values without a text. */
function textOf(name: unknown): string {
  try {
    return String(name);
  } catch {
    return Object.prototype.toString.call(name);
  }
}
