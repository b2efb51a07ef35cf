/** Tells where a type of Toolwright is imported from, by its name. */
export function importHint(written: string): string | undefined {
  const [name = ''] = /^\w+/.exec(written) ?? [];
  const module = Object.keys(EXPORTED).find((from) => EXPORTED[from]?.includes(name));
  return module && `If you mean the type of Toolwright: \`import type { ${name} } from '${module}';\`.`;
}

/** The types that signatures of tools name, by the module that exports them. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = {
  'toolwright/types': ['AudioContent', 'Content', 'FileContent', 'ImageContent'],
  toolwright: [
    'Format',
    'Int',
    'Max',
    'MaxItems',
    'MaxLength',
    'Min',
    'MinItems',
    'MinLength',
    'MultipleOf',
    'Pattern',
    'Secret',
    'ToolContext',
    'UniqueItems',
    'Untrusted',
  ],
};
