import { pointerSegments } from '@toolwright/json';
import { checkLimits, type Dialect, type DialectName, getDialect } from '@toolwright/json-schema';
import { type CodegenContext, findArgument, type ToolSite } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { ReadTool } from '../reading/inspect-tools.js';

/**
 * Finds the dialects of providers by name.
 * @throws ToolwrightError `UNSUPPORTED`, with the known names.
 */
export function findProviders(names: readonly string[]): readonly Dialect[] {
  // The lookup refuses unknown names.
  return [...new Set(names)].map((name) => getDialect(name as DialectName));
}

/** Reports what a provider's dialect loses, at the parameter, and what the provider refuses, at the tool. */
export function reportProviders(
  { site, entry: { spec } }: ReadTool,
  providers: readonly Dialect[],
  context: CodegenContext,
): void {
  for (const provider of providers) {
    const { losses } = provider.lower(spec.parameters);
    for (const { path, kind, message } of losses) {
      context.report({
        code: kind === 'described' ? 'TW4001' : 'TW4002',
        node: findNode(path, site, context),
        message: `${provider.name}: ${subject(path)}${message}`,
      });
    }
    for (const { path, message, source } of checkLimits(spec, provider)) {
      const hint = `Shorten or rename it; see ${source}`;
      context.report({ code: 'TW4003', node: findNode(path, site, context), message, hint });
    }
  }
}

/** Formats a path into the schema in source notation, such as `visits[].at`. Empty for the arguments as a whole. */
function subject(pointer: string): string {
  const segments = pointerSegments(pointer);
  let text = '';
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index];
    const next = segments[index + 1];
    if ((segment === 'properties' || segment === '$defs') && next !== undefined) {
      text += text === '' ? next : `.${next}`;
      index += 1;
    } else if (segment === 'items' || segment === 'prefixItems' || segment === 'additionalProperties') {
      text += '[]';
    }
  }
  return text === '' ? '' : `\`${text}\`: `;
}

/** Finds the parameter, or the member of a single object parameter, that a path leads to; otherwise, the node of the tool. */
function findNode(pointer: string, site: ToolSite, context: CodegenContext): ts.Node {
  const [keyword, segment] = pointerSegments(pointer);
  const isArgument = keyword === 'properties' && segment !== undefined;
  return findArgument(isArgument ? [segment] : [], site, context);
}
