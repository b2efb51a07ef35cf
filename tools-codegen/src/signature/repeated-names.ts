import type { CodegenContext } from '../context.js';
import type { ToolSite } from '../discover/tool-site.js';
import type { ToolEntry } from './tool-entry.js';

/** Tells of tools that no registry can hold together under their own names; a method and its overrides are one tool. */
export function reportRepeatedNames(
  tools: readonly { readonly site: ToolSite; readonly entry: ToolEntry }[],
  { report }: CodegenContext,
): void {
  const first = new Map<string, { readonly site: ToolSite; readonly entry: ToolEntry }>();
  for (const tool of tools) {
    const { name, source } = tool.entry.spec;
    const known = first.get(name);
    if (known === undefined) first.set(name, tool);
    else if (known.site.origin !== tool.site.origin) {
      const { file, line } = known.entry.spec.source;
      const also = file === source.file ? `line ${line}` : `${file}:${line}`;
      report({
        code: 'TW1022',
        node: tool.site.at,
        tool: name,
        message: `There is another tool \`${name}\` at ${also}.`,
      });
    }
  }
}
