import { positionalClass } from './positional-class.mjs';

/** The beginning of a method, up to its first statement. */
const METHOD = /^( {2}(?:async )?(\w+)\((\w+)[^\n]*\{\n)(?= {4})/gm;

/**
 * The class of {@link positionalClass}, in which each method calls a function that calls another one, for the search for effects.
 * @param {import('./model.mjs').ToolClass} toolClass
 */
export function helpersClass(toolClass) {
  const helpers = [];
  const text = positionalClass(toolClass).replace(METHOD, (head, _, name, parameter) => {
    helpers.push(helperFunctions(name));
    return `${head}    check_${name}(${parameter});\n`;
  });
  return `${text}\n${helpers.join('\n')}`;
}

function helperFunctions(name) {
  return `function check_${name}(value: unknown): string {
  return clean_${name}(String(value).trim());
}

function clean_${name}(text: string): string {
  const parts = text.split('/').map((part) => part.toLowerCase());
  return parts.filter((part) => part !== '').join('/');
}
`;
}

/** What stands behind the interface that the methods use. */
export const serviceFile = [
  'src/http-gateway.ts',
  `import type { Gateway } from './gateway.js';

export class HttpGateway implements Gateway {
  readonly #known = new Map<string, unknown>();

  async send<T>(path: string, body: Record<string, unknown>): Promise<T> {
    const known = await Promise.resolve(this.#known.get(path));
    this.#known.set(path, known ?? { body, at: Date.now() });
    return known as T;
  }

  peek<T>(path: string, body: Record<string, unknown>): T {
    return this.#known.get(\`\${path}\${Object.keys(body).length}\`) as T;
  }
}
`,
];
