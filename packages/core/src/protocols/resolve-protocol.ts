import type { LLMProvider } from '@toolwright/contract';
import { NAMED_PROTOCOLS } from '#named-protocols';
import { invalidConfig } from '../base/invalid-config.js';
import type { ToolCallProtocol } from './tool-call-protocol.js';

/** The built-in protocols. */
export type ProtocolName = 'native' | 'reasoning-json' | 'xml';

export type NamedProtocols = Readonly<Partial<Record<ProtocolName, ToolCallProtocol>>>;

/** What `toolwright/protocols` calls them. */
const NAMES: Readonly<Record<ProtocolName, string>> = {
  native: 'nativeProtocol',
  'reasoning-json': 'reasoningJsonProtocol',
  xml: 'xmlProtocol',
};

/**
 * Finds a protocol by name. Default: `native`, or `xml` for a model that is known not to support native tool calls.
 * @throws ToolwrightError `INVALID_CONFIG` for an unknown name, an incomplete protocol, and a name in a bundle, which contains only `native`
 */
export function resolveProtocol(
  choice: ProtocolName | ToolCallProtocol | undefined,
  { capabilities }: LLMProvider,
): ToolCallProtocol {
  if (choice === undefined) return capabilities?.tools === false ? xmlOrPlain() : findNamed('native');
  if (typeof choice === 'string') return findNamed(choice);
  const missing = METHODS.filter((method) => typeof choice[method] !== 'function');
  if (missing.length === 0) return choice;
  throw invalidConfig(
    `'protocol' lacks ${missing.join(', ')}.`,
    'Implement ToolCallProtocol, or pass a name.',
  );
}

/** In a bundle without `xml`, an agent can still answer without tools. */
function xmlOrPlain(): ToolCallProtocol {
  if (NAMED_PROTOCOLS.xml !== undefined) return NAMED_PROTOCOLS.xml;
  const native = findNamed('native');
  return {
    ...native,
    prepare: (request, context) =>
      (request.tools.length > 0 ? findNamed('xml') : native).prepare(request, context),
  };
}

function findNamed(name: ProtocolName): ToolCallProtocol {
  if (!Object.hasOwn(NAMES, name)) {
    throw invalidConfig(`'protocol' is '${name}'.`, `Choose one of: ${Object.keys(NAMES).join(', ')}.`);
  }
  const protocol = NAMED_PROTOCOLS[name];
  if (protocol !== undefined) return protocol;
  const hint = `Import ${NAMES[name]} from 'toolwright/protocols', and pass it as 'protocol'.`;
  throw invalidConfig(`The bundle of this program does not contain the protocol '${name}'. ${hint}`, hint);
}

const METHODS = ['prepare', 'parse', 'formatResult'] as const;
