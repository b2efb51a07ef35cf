import { isRecord, type ToolSpec } from '@toolwright/contract';
import { ChangedTool } from './tools-change.js';

/** One text that a model reads of a tool, and what is done with it. */
export interface TextChange {
  readonly tool: string;
  /** Absent for a text of the tool itself. */
  readonly parameter?: string;
  readonly text: 'name' | 'description';
  readonly what: 'removed' | 'swapped';
  readonly change: ChangedTool;
}

/**
 * Returns a change for each text of a tool: its name becomes a number, its description and those of its parameters are removed, or replaced by that of
 * another one.
 * @param all the tools of the agent
 */
export function textChanges(spec: ToolSpec, all: readonly ToolSpec[]): readonly TextChange[] {
  const { name: tool } = spec;
  const number = numberedName(all);
  const changes: TextChange[] = [
    {
      tool,
      text: 'name',
      what: 'removed',
      change: new ChangedTool(tool, (one) => ({ ...one, name: number }), number),
    },
  ];
  const describe = (description: string) => new ChangedTool(tool, (one) => ({ ...one, description }));
  if (spec.description !== '')
    changes.push({ tool, text: 'description', what: 'removed', change: describe('') });
  const other = neighbour(
    all,
    (one) => one.name === tool,
    ({ description }) => description !== spec.description,
  );
  if (other !== undefined)
    changes.push({ tool, text: 'description', what: 'swapped', change: describe(other.description) });
  const described = Object.entries(spec.parameters.properties ?? {}).flatMap(([name, schema]) =>
    isRecord(schema) && typeof schema.description === 'string' ? { name, text: schema.description } : [],
  );
  for (const { name: parameter, text } of described) {
    const write = (description: string | undefined) =>
      new ChangedTool(tool, (one) => withText(one, parameter, description));
    changes.push({ tool, parameter, text: 'description', what: 'removed', change: write(undefined) });
    const next = neighbour(
      described,
      (one) => one.name === parameter,
      (one) => one.text !== text,
    );
    if (next !== undefined)
      changes.push({ tool, parameter, text: 'description', what: 'swapped', change: write(next.text) });
  }
  return changes;
}

/** Returns the first element after one, in a circle, that fits. */
function neighbour<Item>(
  items: readonly Item[],
  isOne: (item: Item) => boolean,
  fits: (item: Item) => boolean,
): Item | undefined {
  const index = items.findIndex(isOne);
  return [...items.slice(index + 1), ...items.slice(0, index)].find(fits);
}

function numberedName(all: readonly ToolSpec[]): string {
  const names = new Set(all.map(({ name }) => name));
  for (let number = 1; ; number++) if (!names.has(`tool_${number}`)) return `tool_${number}`;
}

function withText(spec: ToolSpec, parameter: string, description: string | undefined): ToolSpec {
  const { properties } = spec.parameters;
  const schema = properties?.[parameter];
  if (!isRecord(schema)) return spec;
  const { description: _removed, ...rest } = schema;
  const changed = description === undefined ? rest : { ...rest, description };
  return { ...spec, parameters: { ...spec.parameters, properties: { ...properties, [parameter]: changed } } };
}
