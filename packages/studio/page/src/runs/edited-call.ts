import type { ToolCall } from '@toolwright/contract';
import { readArguments } from '../form/read-json-text.js';
import { indentJson } from '../look/indent-json.js';

export interface EditedCall {
  readonly key: string;
  /** The id of a recorded call. */
  readonly id?: string;
  readonly name: string;
  /** The arguments as JSON. */
  readonly text: string;
  /** The model's recorded text. It may be malformed, but is valid if unchanged. */
  readonly recorded?: string;
}

export function toEditedCall({ id, function: { name, arguments: recorded } }: ToolCall): EditedCall {
  const isJson = readArguments(recorded).ok;
  return { key: id, id, name, recorded, text: isJson ? indentJson(recorded) : recorded };
}

export function newCall(): EditedCall {
  return { key: crypto.randomUUID(), name: '', text: '{}' };
}

/** Returns the arguments to send: exactly the recorded text, unless it was edited. */
export function argumentsOf({ text, recorded }: EditedCall): string {
  return recorded !== undefined && text === indentJson(recorded) ? recorded : text;
}

/** Returns the reason a call cannot be sent; undefined if it can. */
export function problemOf({
  name,
  text,
  recorded,
}: EditedCall): { name?: string; text?: string } | undefined {
  const read = text === recorded ? { ok: true as const } : readArguments(text);
  const isNamed = name.trim() !== '';
  if (isNamed && read.ok) return undefined;
  return {
    ...(!isNamed && { name: 'Enter the name of a tool.' }),
    ...(!read.ok && { text: read.message }),
  };
}
