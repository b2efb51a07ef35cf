import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, type JsonObject, type JsonValue, ToolwrightError } from '@toolwright/contract';

export interface PackageJson {
  readonly content: JsonObject;
  /** The file as it is; undefined where there is no file yet. */
  readonly text: string | undefined;
}

/** @throws ToolwrightError `INVALID_PROJECT` when the file cannot be read or does not hold an object */
export function readPackageJson(folder: string): PackageJson {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return { content: { name: packageName(folder), private: true }, text: undefined };
  const text = readText(file);
  try {
    const content: JsonValue = JSON.parse(text.replace(BYTE_ORDER_MARK, ''));
    if (isJsonObject(content)) return { content, text };
  } catch (error) {
    throw broken(file, errorMessage(error));
  }
  throw broken(file, 'it does not hold an object');
}

/**
 * Writes package.json as a whole or not at all. As npm does, it keeps the indentation, the line ends and the line break at the end.
 * @throws ToolwrightError `OUTPUT_FAILED`
 */
export function writePackageJson(folder: string, content: JsonObject, before: string | undefined): void {
  const file = path.join(folder, 'package.json');
  try {
    // Through a symbolic link, the file behind it is replaced and not the link.
    const target = before === undefined ? file : realpathSync(file);
    const draft = `${target}.${process.pid}.tmp`;
    writeFileSync(draft, print(content, before ?? '{\n  \n}\n'), { flag: 'wx' });
    renameSync(draft, target);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** The object under a key; empty where it is missing. */
export function section(content: JsonObject, key: string): JsonObject {
  const value = Object.hasOwn(content, key) ? content[key] : undefined;
  return isJsonObject(value) ? value : {};
}

export function cannotWrite(file: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('OUTPUT_FAILED', `Cannot write ${file}: ${errorMessage(cause)}`, {
    blame: 'user',
    hint: 'Check the permissions of the folder.',
    cause,
  });
}

const BYTE_ORDER_MARK = /^\uFEFF/;

function print(content: JsonObject, before: string): string {
  const [, indent = '  '] = /^\uFEFF?[{[][^\S\n]*\n([ \t]+)/.exec(before.replaceAll('\r\n', '\n')) ?? [];
  const text = JSON.stringify(content, null, indent) + (before.endsWith('\n') ? '\n' : '');
  const mark = BYTE_ORDER_MARK.exec(before)?.[0] ?? '';
  return mark + (before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text);
}

/** The folder's name as npm accepts it for a package. @see https://docs.npmjs.com/cli/configuring-npm/package-json#name */
function packageName(folder: string): string {
  const name = path
    .basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9~-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name.slice(0, 214) || 'my-tools';
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ToolwrightError('INVALID_PROJECT', `Cannot read ${file}: ${errorMessage(error)}`, {
      blame: 'user',
      hint: 'Check the permissions of the file.',
      cause: error,
    });
  }
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function broken(file: string, reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_PROJECT', `${file} is broken: ${reason}`, {
    blame: 'user',
    hint: 'Correct it and run the command again.',
  });
}
