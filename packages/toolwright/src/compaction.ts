export { dropOldest, estimateTokens, summarize } from '@toolwright/core';
