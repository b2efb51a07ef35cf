import { type Collector, type Diagnostic, getRule } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import type { TemporaryFiles } from '../walk/temporary-files.js';

/** Reports `@temporaryFiles` tags without effect. @param isRead Whether a tool reaches code inside a node. */
export function reportTemporaryFiles(
  temporary: TemporaryFiles,
  isRead: (node: ts.Node) => boolean,
  collector: Collector,
): Diagnostic[] {
  const code = 'TW6007';
  const { severity, fix } = getRule(code);
  return temporary.idle(isRead).map(({ node, reason }) => {
    const message =
      reason === '' ? '`@temporaryFiles` does not give a reason.' : 'No call in this function writes files.';
    return { code, severity, message, hint: fix, ...collector.placeOf(node) };
  });
}
