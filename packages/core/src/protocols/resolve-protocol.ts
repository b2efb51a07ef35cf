import type { LLMProvider } from '@toolwright/contract';
import { invalidConfig } from '../base/invalid-config.js';
import { nativeProtocol } from './native-protocol.js';
import { reasoningJsonProtocol } from './reasoning-json-protocol.js';
import type { ToolCallProtocol } from './tool-call-protocol.js';
import { xmlProtocol } from './xml-protocol.js';

/** The built-in protocols. */
export type ProtocolName = 'native' | 'reasoning-json' | 'xml';

const PROTOCOLS: Readonly<Record<ProtocolName, ToolCallProtocol>> = {
  native: nativeProtocol,
  'reasoning-json': reasoningJsonProtocol,
  xml: xmlProtocol,
};

/**
 * Finds a protocol by name. Default: `native`, or `xml` for a model that is known not to support native tool calls.
 * @throws ToolwrightError `INVALID_CONFIG` for an unknown name or an incomplete protocol
 */
export function resolveProtocol(
  choice: ProtocolName | ToolCallProtocol | undefined,
  { capabilities }: LLMProvider,
): ToolCallProtocol {
  if (choice === undefined) return capabilities?.tools === false ? xmlProtocol : nativeProtocol;
  if (typeof choice === 'string') {
    if (Object.hasOwn(PROTOCOLS, choice)) return PROTOCOLS[choice];
    throw invalidConfig(`'protocol' is '${choice}'.`, `Choose one of: ${Object.keys(PROTOCOLS).join(', ')}.`);
  }
  const missing = METHODS.filter((method) => typeof choice[method] !== 'function');
  if (missing.length === 0) return choice;
  throw invalidConfig(
    `'protocol' lacks ${missing.join(', ')}.`,
    'Implement ToolCallProtocol, or pass a name.',
  );
}

const METHODS = ['prepare', 'parse', 'formatResult'] as const;
