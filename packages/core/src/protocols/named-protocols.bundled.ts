import { nativeProtocol } from './native-protocol.js';
import type { NamedProtocols } from './resolve-protocol.js';

/** Programs that bundlers build pass the other protocols, so that only those that use them contain them. */
export const NAMED_PROTOCOLS: NamedProtocols = { native: nativeProtocol };
