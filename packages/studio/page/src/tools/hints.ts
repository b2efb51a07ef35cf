import { formatDuration, type ToolAnnotations } from '@toolwright/contract';

/** A hint about a tool, as a label. */
export interface Hint {
  readonly label: string;
  readonly tone: '' | 'good' | 'warn' | 'bad';
  readonly title: string;
}

/** The hints of a tool that say something. */
export function hintsOf(annotations: ToolAnnotations): Hint[] {
  const all: (Hint | false | undefined)[] = [
    annotations.destructive && {
      label: 'destructive',
      tone: 'bad',
      title: 'May destroy or overwrite something',
    },
    annotations.needsApproval && { label: 'asks', tone: 'warn', title: 'A run pauses until a person agrees' },
    annotations.deprecated && { label: 'deprecated', tone: 'warn', title: 'Models should no longer use it' },
    annotations.readOnly && { label: 'reads only', tone: '', title: 'Changes nothing' },
    annotations.idempotent && { label: 'idempotent', tone: '', title: 'Twice has the effect of once' },
    annotations.openWorld && { label: 'open world', tone: '', title: 'Reaches beyond the program' },
    annotations.timeoutMs !== undefined && {
      label: `timeout ${formatDuration(annotations.timeoutMs)}`,
      tone: '',
      title: 'A longer call is aborted',
    },
  ];
  return all.filter((hint) => typeof hint === 'object');
}
