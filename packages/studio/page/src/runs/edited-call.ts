import type { ToolCall } from '@toolwright/contract';
import { readArguments } from '../form/read-json-text.js';
import { indentJson } from '../look/indent-json.js';

/** A call of a reply while somebody edits it. */
export interface EditedCall {
  /** Tells it from the others of the form. */
  readonly key: string;
  /** Of a call that is on record. */
  readonly id?: string;
  readonly name: string;
  /** The arguments as JSON. */
  readonly text: string;
  /** What the model wrote, which may be malformed; it can stay as it is. */
  readonly recorded?: string;
}

export function toEditedCall({ id, function: { name, arguments: recorded } }: ToolCall): EditedCall {
  const isJson = readArguments(recorded).ok;
  return { key: id, id, name, recorded, text: isJson ? indentJson(recorded) : recorded };
}

export function newCall(): EditedCall {
  return { key: crypto.randomUUID(), name: '', text: '{}' };
}

/** The JSON that is sent: what the model wrote, character by character, unless somebody has changed it. */
export function argumentsOf({ text, recorded }: EditedCall): string {
  return recorded !== undefined && text === indentJson(recorded) ? recorded : text;
}

/** Why a call cannot be sent; undefined if it can. */
export function problemOf({
  name,
  text,
  recorded,
}: EditedCall): { name?: string; text?: string } | undefined {
  const read = text === recorded ? { ok: true as const } : readArguments(text);
  const isNamed = name.trim() !== '';
  if (isNamed && read.ok) return undefined;
  return {
    ...(!isNamed && { name: 'Name a tool.' }),
    ...(!read.ok && { text: read.message }),
  };
}
