/**
 * The SDKs that are optional peers. The form of these imports makes every bundler build a program without the packages that are not installed:
 * esbuild, Rolldown, Vite and Turbopack accept a missing package inside `try`; webpack and Rspack would warn, so they leave the import to the
 * runtime. See docs/decisions/0025-imports-of-optional-packages.md.
 */
import { loadFailure } from './load-package.js';

/** @throws ToolwrightError `MISSING_PACKAGE`, as all functions here */
export async function importAnthropic() {
  try {
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: false */ '@anthropic-ai/sdk');
  } catch (error) {
    throw loadFailure('@anthropic-ai/sdk', error);
  }
}

export async function importGoogle() {
  try {
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: false */ '@google/genai');
  } catch (error) {
    throw loadFailure('@google/genai', error);
  }
}

export async function importGroq() {
  try {
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: false */ 'groq-sdk');
  } catch (error) {
    throw loadFailure('groq-sdk', error);
  }
}

export async function importOllama() {
  try {
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: false */ 'ollama');
  } catch (error) {
    throw loadFailure('ollama', error);
  }
}
