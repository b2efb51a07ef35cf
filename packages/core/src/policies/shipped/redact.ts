import { checkOptions, environment, isRecord, type Message, optionsOf } from '@toolwright/contract';
import {
  type CleanText,
  createRedaction,
  redactJson,
  redactMessage,
  redactParts,
} from '@toolwright/redaction';
import { invalidConfig } from '../../base/invalid-config.js';
import type { Policy } from '../policy.js';
import type { PolicyOptions } from './policy-options.js';

/** Options of `redact`. */
export interface RedactOptions extends PolicyOptions {
  /** Whether to also remove API keys, tokens, passwords, and values of environment variables such as `DB_PASSWORD`. Default: true. */
  readonly secrets?: boolean | undefined;
}

const REDACT = optionsOf<RedactOptions>()({ 'a string': 'name', 'true or false': 'subAgents secrets' });

/**
 * Creates a policy that replaces each match of a pattern with the pattern's name, as in `[email]`: in the input, tool results,
 * everything sent to the model, and answers. The run keeps no copy of the original text. Also applies to sub-agents.
 * @param patterns patterns by the name that replaces their matches; matching must take linear time
 */
export function redact(patterns: Readonly<Record<string, RegExp>> = {}, options: RedactOptions = {}): Policy {
  checkOptions(options, REDACT, 'redact');
  const { name = 'redact', subAgents = true, secrets = true } = options;
  const text = createTextRedaction(patterns, secrets);
  const sent = new WeakMap<Message, Message>();
  const clean = (message: Message): Message => {
    const known = sent.get(message);
    if (known !== undefined) return known;
    const cleaned = redactMessage(message, text);
    sent.set(message, cleaned);
    return cleaned;
  };
  return {
    name,
    subAgents,
    cleanText: text,
    onInput(input) {
      const change = redactMessage(input, text);
      return change === input ? undefined : { change };
    },
    beforeModel(request) {
      const messages = request.messages.map(clean);
      const isSame = messages.every((message, index) => message === request.messages[index]);
      return isSame ? undefined : { change: { ...request, messages } };
    },
    afterModel(response) {
      const { content, reasoning, toolCalls } = response;
      // The answer itself is redacted when it is parsed, because its JSON must stay valid.
      const shown = content !== null && toolCalls.length > 0 ? text(content) : content;
      const thought = reasoning === undefined ? undefined : text(reasoning);
      if (shown === content && thought === reasoning) return undefined;
      return { change: { ...response, content: shown, reasoning: thought, providerData: undefined } };
    },
    afterTool(outcome) {
      if (outcome.error !== null) {
        const told = text(outcome.error);
        return told === outcome.error ? undefined : { change: { ...outcome, error: told } };
      }
      const { result, content: parts } = outcome;
      const cleaned = redactJson(result, text);
      const content = parts && redactParts(parts, text);
      if (cleaned === result && content === parts) return undefined;
      return { change: { ...outcome, result: cleaned, ...(content && { content }) } };
    },
    onOutput({ text: given, json }) {
      // Runs before codecs, so that the contents of a `Map` or a class instance are also checked.
      const cleaned = json === undefined ? json : redactJson(json, text);
      if (cleaned !== json) return { change: { text: given, json: cleaned } };
      const shown = text(given);
      if (shown === given) return undefined;
      // The match is outside of the output, or in members that are not part of its schema.
      const isJson = json !== undefined && /^\s*(?:[{["]|```)/.test(given);
      return { change: { text: isJson ? JSON.stringify(json) : shown } };
    },
  };
}

function createTextRedaction(patterns: Readonly<Record<string, RegExp>>, secrets: boolean): CleanText {
  if (!isRecord(patterns))
    throw invalidConfig("The patterns of 'redact' must be an object.", 'Pass { name: /…/ }.');
  const rules = Object.entries(patterns).map(([kind, given]) => {
    if (!(given instanceof RegExp))
      throw invalidConfig(`The pattern '${kind}' of 'redact' must be a RegExp.`, 'Pass { name: /…/ }.');
    // With the flag `y`, the pattern would only match at one position.
    const pattern = new RegExp(given.source, `${given.flags.replace(/[gy]/g, '')}g`);
    return { pattern, label: () => `[${kind}]` };
  });
  const redaction = secrets ? createRedaction({ env: environment() }) : undefined;
  return (text) => {
    let clean = text;
    for (const { pattern, label } of rules) clean = clean.replace(pattern, label);
    return redaction?.redact(clean) ?? clean;
  };
}
