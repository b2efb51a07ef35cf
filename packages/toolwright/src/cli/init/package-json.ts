import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, type JsonObject, type JsonValue, ToolwrightError } from '@toolwright/contract';

export interface PackageJson {
  readonly file: string;
  readonly text: string;
  readonly content: JsonObject;
}

/** @throws ToolwrightError `INVALID_PROJECT` when the folder has no package.json, or a broken one. */
export function readPackageJson(folder: string): PackageJson {
  const file = path.join(folder, 'package.json');
  const text = readText(file, folder);
  try {
    const content: JsonValue = JSON.parse(text);
    if (isJsonObject(content)) return { file, text, content };
  } catch (error) {
    throw broken(file, errorMessage(error));
  }
  throw broken(file, 'it does not hold an object');
}

/** The object under a key; empty where there is none. */
export function section(content: JsonObject, key: string): JsonObject {
  const value = content[key];
  return isJsonObject(value) ? value : {};
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readText(file: string, folder: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ToolwrightError(
      'INVALID_PROJECT',
      `Cannot read a package.json in ${folder}: ${errorMessage(error)}`,
      {
        blame: 'user',
        hint: 'Go to the folder of a project, or make one with `npm init -y`.',
        cause: error,
      },
    );
  }
}

function broken(file: string, reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_PROJECT', `${file} is broken: ${reason}`, {
    blame: 'user',
    hint: 'Correct it and run `toolwright init` again.',
  });
}
