import { readFileSync } from 'node:fs';

/** A reply from a data file, in which `⟦name style⟧` represents a call. */
export interface Form {
  readonly kind: string;
  readonly text: string;
}

export type PromptedProtocol = 'reasoning-json' | 'xml';

/** Reads a data file with a kind and a reply on each line. Decodes the escapes `\n`, `\r` and `\t`. */
export function readForms(file: string): readonly Form[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const at = line.indexOf(' | ');
    const text = line.slice(at + 3).replaceAll(/\\[nrt]/g, (written) => String(JSON.parse(`"${written}"`)));
    return { kind: line.slice(0, at), text };
  });
}

/** Returns the reply in a protocol, and the names of its calls. */
export function writeForm({ text }: Form, protocol: PromptedProtocol) {
  const names: string[] = [];
  const content = text.replaceAll(/⟦(\w+)([^⟧]*)⟧/g, (_, name: string, style: string) => {
    names.push(name);
    return writeCall(protocol, name, style);
  });
  return { content, names };
}

/** The arguments of the calls in the data files. */
export const FORM_ARGUMENTS: Readonly<Record<string, object>> = {
  read: { path: 'a.txt' },
  add: { a: 1, b: 2 },
};

function writeCall(protocol: PromptedProtocol, name: string, style: string): string {
  const args = FORM_ARGUMENTS[name] ?? {};
  const indent = style.includes('pretty') ? 2 : 0;
  const isBrief = style.includes('brief');
  if (protocol === 'reasoning-json') {
    const call = { thought: 'I need it.', action: 'tool', tool_name: name, tool_input: args };
    return JSON.stringify(isBrief ? call : { ...call, response: null }, null, indent);
  }
  const json = JSON.stringify({ name, [isBrief ? 'arguments' : 'parameters']: args }, null, indent);
  return style.includes('compact') ? `<tool_call>${json}</tool_call>` : `<tool_call>\n${json}\n</tool_call>`;
}
