/**
 * Compiles a glob over paths with forward slashes: `**`, `*`, `?` and `{a,b}`. A pattern that names a folder matches all that is in it.
 */
export function compileGlob(pattern: string): (file: string) => boolean {
  const source = pattern
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
    .replaceAll(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[.+^$()|[\]\\{}]/g, translate);
  const compiled = new RegExp(`^${source}(?:/.*)?$`);
  return (file) => compiled.test(file);
}

function translate(token: string): string {
  if (token === '**/') return '(?:.*/)?';
  if (token === '**') return '.*';
  if (token === '*') return '[^/]*';
  if (token === '?') return '[^/]';
  if (!token.startsWith('{') || token === '{') return `\\${token}`;
  const alternatives = token.slice(1, -1).split(',');
  return `(?:${alternatives.map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, (char) => (char === '*' ? '[^/]*' : `\\${char}`))).join('|')})`;
}
