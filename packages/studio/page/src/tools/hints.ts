import { formatDuration, type ToolSpec } from '@toolwright/contract';

export interface Hint {
  readonly label: string;
  readonly tone: '' | 'good' | 'warn' | 'bad';
  readonly title: string;
}

export function hintsOf({ annotations, proved = {} }: ToolSpec): Hint[] {
  const proves = (hint: keyof typeof proved) => annotations[hint] === undefined && proved[hint] === true;
  const all: (Hint | false | undefined)[] = [
    annotations.destructive && {
      label: 'destructive',
      tone: 'bad',
      title: 'May destroy or overwrite data',
    },
    annotations.needsApproval && {
      label: 'asks',
      tone: 'warn',
      title: 'A run pauses until a person approves the call',
    },
    annotations.deprecated && { label: 'deprecated', tone: 'warn', title: 'Models should no longer use it' },
    annotations.readOnly && { label: 'read-only', tone: '', title: 'Changes nothing' },
    annotations.idempotent && {
      label: 'idempotent',
      tone: '',
      title: 'Repeating a call has no further effect',
    },
    annotations.openWorld && { label: 'open world', tone: '', title: 'Reaches beyond the program' },
    proves('readOnly') && { label: 'read-only (proved)', tone: '', title: 'Its code changes nothing' },
    proves('openWorld') && {
      label: 'open world (proved)',
      tone: '',
      title: 'Its code uses the network',
    },
    annotations.timeoutMs !== undefined && {
      label: `timeout ${formatDuration(annotations.timeoutMs)}`,
      tone: '',
      title: 'A longer call is aborted',
    },
  ];
  return all.filter((hint) => typeof hint === 'object');
}
