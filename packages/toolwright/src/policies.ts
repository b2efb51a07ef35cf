export { cost, iterations, stopRule, time, tokens, toolCalled } from '@toolwright/core';
