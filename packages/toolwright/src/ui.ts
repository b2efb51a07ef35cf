export { sendResponse } from '@toolwright/contract';
export { readUIRequest, toErrorResponse, toUIResponse, toUIStream } from '@toolwright/core';
