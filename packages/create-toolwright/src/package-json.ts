import { existsSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  errorMessage,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  shortenText,
  ToolwrightError,
} from '@toolwright/contract';

export interface PackageJson {
  readonly content: JsonObject;
  /** The text of the file, or of a new file. */
  readonly text: string;
  readonly isNew: boolean;
}

/** The sections to which entries are added. */
const SECTIONS = ['scripts', 'dependencies', 'devDependencies'];

/** @throws ToolwrightError `INVALID_PROJECT` if the file cannot be read or is not an object. */
export function readPackageJson(folder: string): PackageJson {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) {
    const content = { name: packageName(folder), private: true, type: 'module' };
    return { content, text: `${JSON.stringify(content, null, 2)}\n`, isNew: true };
  }
  const text = readText(file);
  const content = parse(text, file);
  if (!isJsonObject(content)) throw broken(file, 'it is not an object');
  const wrong = SECTIONS.find((key) => Object.hasOwn(content, key) && !isJsonObject(content[key]));
  if (wrong !== undefined)
    throw broken(file, `"${wrong}" is ${shortenText(JSON.stringify(content[wrong]), 60)}, not an object`);
  return { content, text, isNew: false };
}

function parse(text: string, file: string): JsonValue {
  try {
    return JSON.parse(text.replace(BYTE_ORDER_MARK, ''));
  } catch (error) {
    throw broken(file, errorMessage(error));
  }
}

/**
 * Writes package.json atomically.
 * @throws ToolwrightError `OUTPUT_FAILED`
 */
export function writePackageJson(folder: string, text: string): void {
  const file = path.join(folder, 'package.json');
  try {
    // Replaces the target of a symbolic link, not the link itself.
    const target = existsSync(file) ? realpathSync(file) : file;
    const draft = `${target}.${process.pid}.tmp`;
    writeFileSync(draft, text, { flag: 'wx' });
    renameSync(draft, target);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** Returns the object under a key, or an empty object. */
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

/** Converts the name of the folder to a valid package name. @see https://docs.npmjs.com/cli/configuring-npm/package-json#name */
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
    // Reading from a pipe would never end.
    if (!statSync(file).isFile()) throw new Error('it is not a file');
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ToolwrightError('INVALID_PROJECT', `Cannot read ${file}: ${errorMessage(error)}`, {
      blame: 'user',
      hint: 'Check the permissions of the file.',
      cause: error,
    });
  }
}

function broken(file: string, reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_PROJECT', `${file} is broken: ${reason}`, {
    blame: 'user',
    hint: 'Fix the file and run the command again.',
  });
}
