/**
 * Names of all text models in the official SDK.
 * @see https://github.com/googleapis/js-genai
 */
export const GOOGLE_NAMES = [
  ...['gemini-2.5-flash', 'gemini-2.5-flash-image', 'gemini-2.5-flash-lite', 'gemini-2.5-pro'],
  ...['gemini-3-flash-preview', 'gemini-3-pro-image', 'gemini-3.1-flash-image', 'gemini-3.1-flash-lite'],
  ...['gemini-3.1-flash-lite-image', 'gemini-3.1-pro-preview', 'gemini-3.1-pro-preview-customtools'],
  ...['gemini-3.5-flash', 'gemini-3.5-flash-lite', 'gemini-3.6-flash', 'gemini-3.7-flash'],
  ...['gemini-3.8-flash', 'gemini-4-argon', 'gemini-flash-latest', 'gemini-flash-lite-latest'],
  'gemini-pro-latest',
] as const;
