export { toUIResponse, toUIStream } from '@toolwright/core';
