/**
 * Adds line breaks and indentation to JSON. Preserves everything else, including number formats, escapes and duplicate names. Returns text
 * that is not JSON unchanged.
 */
export function indentJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return tokens(text)
    .reduce((state, token, index, all) => append(state, token, all[index + 1]), {
      parts: [] as string[],
      depth: 0,
    })
    .parts.join('');
}

/** Splits JSON into strings, brackets, separators and other tokens. */
function tokens(json: string): string[] {
  return json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
}

interface State {
  readonly parts: string[];
  readonly depth: number;
}

function append({ parts, depth }: State, token: string, next: string | undefined): State {
  const lineBreak = (level: number) => `\n${'  '.repeat(level)}`;
  if (token === '{' || token === '[') {
    const isEmpty = next === '}' || next === ']';
    parts.push(token, isEmpty ? '' : lineBreak(depth + 1));
    return { parts, depth: depth + 1 };
  }
  if (token === '}' || token === ']') {
    const before = parts.at(-1);
    parts.push(before === '' ? token : lineBreak(depth - 1) + token);
    return { parts, depth: depth - 1 };
  }
  parts.push(token === ',' ? `,${lineBreak(depth)}` : token === ':' ? ': ' : token);
  return { parts, depth };
}
