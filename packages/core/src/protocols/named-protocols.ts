import { nativeProtocol } from './native-protocol.js';
import { reasoningJsonProtocol } from './reasoning-json-protocol.js';
import type { NamedProtocols } from './resolve-protocol.js';
import { xmlProtocol } from './xml-protocol.js';

/** The protocols that an agent can name. */
export const NAMED_PROTOCOLS: NamedProtocols = {
  native: nativeProtocol,
  'reasoning-json': reasoningJsonProtocol,
  xml: xmlProtocol,
};
