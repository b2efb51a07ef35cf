import { MANIFEST_VERSION } from '@toolwright/contract';
import type { ModuleKind } from './module-kind.js';
import { moduleSyntax } from './module-syntax.js';

/** The parts of a manifest as source text. */
export interface ManifestTexts {
  /** The type of the manifest's tools, by name. */
  readonly types: string;
  readonly tools: string;
  /** The array literal of the resources; undefined if there are none. */
  readonly resources: string | undefined;
}

const NONE = '[]';

export function printManifest({ types, tools, resources }: ManifestTexts, kind: ModuleKind): string {
  const { exportValue } = moduleSyntax(kind);
  if (kind !== 'typescript')
    return exportValue('manifest', `Manifest<${types}>`, printValue(tools, resources));
  const hasTools = tools !== NONE;
  const value = printValue(hasTools ? 'listTools()' : NONE, resources && 'listResources()');
  const manifest = exportValue('manifest', 'Manifest<Types>', value);
  const toolList = hasTools ? printFunction('listTools', tools) : '';
  const resourceList = resources === undefined ? '' : printFunction('listResources', resources);
  return `type Types = ${types};\n\n${manifest}${toolList}${resourceList}`;
}

function printValue(tools: string, resources: string | undefined): string {
  const others = resources === undefined ? '' : `  resources: ${resources},\n`;
  return `{\n  version: ${MANIFEST_VERSION},\n  tools: ${tools},\n${others}}`;
}

/**
 * Prints a list as the result of a function. Outside functions, the compiler traces each use of a constant through all constants in
 * between, which takes quadratic time.
 */
function printFunction(name: string, list: string): string {
  return `\nfunction ${name}() {\n  return ${list};\n}\n`;
}
