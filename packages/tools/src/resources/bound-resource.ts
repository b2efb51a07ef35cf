import {
  type ManifestResource,
  type ManifestTool,
  type ResourceSpec,
  ToolwrightError,
} from '@toolwright/contract';
import { readUriTemplate, type UriTemplate } from '@toolwright/json-schema';
import type { BoundTool } from '../bound-tool.js';

export interface BoundResource {
  readonly spec: ResourceSpec;
  readonly template: UriTemplate;
  /** The tool that reads the resource. Its arguments are the variables of the template. */
  readonly reader: BoundTool;
}

/** Converts a manifest's resource to the tool that reads it, so that it is bound, validated and run like other tools. */
export function asToolEntry(entry: ManifestResource): ManifestTool {
  const known = TOOL_ENTRIES.get(entry);
  if (known !== undefined) return known;
  const { uri, description, parameters, needsContext, source } = entry.spec;
  const spec = { name: uri, description, parameters, annotations: {}, source };
  const tool: ManifestTool = { ...entry, spec: needsContext ? { ...spec, needsContext } : spec };
  TOOL_ENTRIES.set(entry, tool);
  SPECS.set(tool, entry.spec);
  return tool;
}

/** Shared by all registries of a program, so that each schema is compiled once. */
const TOOL_ENTRIES = new WeakMap<ManifestResource, ManifestTool>();
const SPECS = new WeakMap<ManifestTool, ResourceSpec>();

/**
 * @param entry the result of {@link asToolEntry}
 * @throws ToolwrightError `INVALID_TOOL` for a URI that codegen would refuse
 */
export function bindResource(entry: ManifestTool, reader: BoundTool): BoundResource {
  const spec = SPECS.get(entry);
  const { template, problem } = readUriTemplate(spec?.uri ?? '');
  if (spec !== undefined && template !== undefined) return { spec, template, reader };
  throw new ToolwrightError('INVALID_TOOL', `The URI of ${reader.origin} ${problem}.`, {
    blame: 'developer',
    hint: 'Run `npx toolwright codegen`.',
  });
}
