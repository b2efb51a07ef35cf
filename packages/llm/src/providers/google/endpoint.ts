import { keyedEndpoint } from '../../sdk/keyed-endpoint.js';

/** Reads the same variables, in the same order, as the SDK. */
export const resolveEndpoint = keyedEndpoint({
  provider: 'google',
  defaultUrl: 'https://generativelanguage.googleapis.com',
  urlVariable: 'GOOGLE_GEMINI_BASE_URL',
  keyVariables: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'],
});
