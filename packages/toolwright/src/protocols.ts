export { nativeProtocol, reasoningJsonProtocol, xmlProtocol } from '@toolwright/core';
