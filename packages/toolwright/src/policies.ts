export {
  approve,
  cost,
  guardInput,
  guardOutput,
  iterations,
  limitTools,
  maskTools,
  redact,
  separate,
  stepOptions,
  stopRule,
  time,
  tokens,
  toolCalled,
  toolChoice,
  untrusted,
} from '@toolwright/core';
export { allowEnvironmentKeys } from '@toolwright/redaction';
