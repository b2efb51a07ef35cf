import { isJsonObject, type JsonObject, type JsonValue } from '@toolwright/contract';

/**
 * Returns advice on what a project's own tsconfig lacks. Inherited settings are unknown, and the compiler reports broken files better, so
 * neither is judged.
 * @param hasProgram Whether the program of a template is added, which needs more than tools do.
 */
export function tsconfigGaps(text: string, hasProgram: boolean): string[] {
  const config = parse(text);
  if (config === undefined) return [];
  const options = isJsonObject(config.compilerOptions) ? config.compilerOptions : {};
  const { types, moduleResolution: resolution } = options;
  const inherits = config.extends !== undefined;
  const gaps: string[] = [];
  if (hasProgram && !selectsSources(config, inherits))
    gaps.push('add "src" to "include", because codegen reads only the files of the tsconfig');
  const lacksNode = Array.isArray(types) ? !types.includes('node') && !types.includes('*') : !inherits;
  if (hasProgram && lacksNode) gaps.push('add "node" to "types", because the program uses process.env');
  if (typeof resolution === 'string' && /^(?:node|node10|classic)$/i.test(resolution))
    gaps.push(
      `set "moduleResolution" to "nodenext" or "bundler", because "${resolution}" does not find the types of toolwright`,
    );
  return gaps;
}

function selectsSources({ files, include }: JsonObject, inherits: boolean): boolean {
  if (!Array.isArray(include)) return !Array.isArray(files) || inherits;
  return include.some(
    (pattern) => typeof pattern === 'string' && /^(?:\.\/)?(?:src\b|\*|\.?$)/.test(pattern),
  );
}

/** Returns undefined for anything but an object, which may have comments and trailing commas. */
function parse(text: string): JsonObject | undefined {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g, '$1')
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, '$1');
  try {
    const value: JsonValue = JSON.parse(plain);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
