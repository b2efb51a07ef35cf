import type { StudioTool } from '../../../src/protocol/requests.js';
import type { IconName } from '../look/icon.js';
import { type Hint, hintsOf } from './hints.js';

/** A sign beside the name of a tool in the list. */
interface ToolMark {
  readonly icon: IconName;
  readonly label: string;
  readonly tone: Hint['tone'] | 'accent';
}

const ICONS: Readonly<Record<string, IconName>> = {
  destructive: 'destructive',
  asks: 'approval',
  deprecated: 'deprecated',
};
const WRITES = new Set(['fs.write', 'process', 'eval']);

/** Returns the marks of what one should know before calling a tool: hints first, then what its code does, then whether it has changed. */
export function marksOf({ spec, effects = [], changes = [] }: StudioTool): readonly ToolMark[] {
  const hints = hintsOf(spec).flatMap(({ label, tone }): readonly ToolMark[] => {
    const icon = Object.hasOwn(ICONS, label) ? ICONS[label] : undefined;
    return icon === undefined ? [] : [{ icon, label, tone }];
  });
  const names = effects.map(({ effect }) => effect);
  const writes = names.filter((name) => WRITES.has(name));
  const reaches = names.includes('net') || spec.annotations.openWorld === true;
  return [
    ...hints,
    ...(writes.length > 0 ? [{ icon: 'writes', label: writes.join(', '), tone: 'warn' } as const] : []),
    ...(reaches ? [{ icon: 'net', label: 'reaches beyond the program', tone: '' } as const] : []),
    ...(changes.length > 0 ? [{ icon: 'changed', label: 'changed', tone: 'accent' } as const] : []),
  ];
}
