export { type CleanText, redactJson, redactJsonText } from './redact-json.js';
export { redactMessage, redactParts } from './redact-message.js';
export type { TextStream } from './redacted-stream.js';
export {
  createRedaction,
  excerpt,
  type Redaction,
  type RedactionOptions,
  type RedactRules,
  replaceTokens,
} from './redaction.js';
export { maskMessages, maskOutcome, maskSecretsIn, maskTools } from './secrets/mask-messages.js';
export { allowEnvironmentKeys, maskSecrets, SecretMask, secretMask } from './secrets/mask-secrets.js';
export { reveal, type Secret, secret } from './secrets/secret.js';
