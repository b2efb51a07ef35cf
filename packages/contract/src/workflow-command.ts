/** A GitHub Actions workflow command, which GitHub shows next to the source line. */
export interface WorkflowCommand {
  readonly command: 'error' | 'warning' | 'notice';
  /** Properties such as `file` and `line`; undefined properties are omitted. */
  readonly properties: Readonly<Record<string, string | number | undefined>>;
  readonly message: string;
}

/**
 * Formats one line for the log of a job: `::error file=src/a.ts,line=2::The message`. Escapes text, so that it cannot end the line or the
 * property.
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function formatWorkflowCommand({ command, properties, message }: WorkflowCommand): string {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  const list = given.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
  return `::${command} ${list}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property, including colons and commas: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
