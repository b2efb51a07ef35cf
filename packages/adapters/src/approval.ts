import { isRecord, type ToolSpec, ToolwrightError, withPresentNames } from '@toolwright/contract';
import type { AdapterOptions } from './adapted-tools.js';

/** Options for frameworks without approval. */
export interface ApprovalOptions extends AdapterOptions {
  /**
   * Called before each call of a tool with `needsApproval`. Default: such calls are refused.
   * @param args as the model wrote them, under their present names, not validated yet
   */
  readonly approve?: ((tool: string, args: unknown) => boolean | Promise<boolean>) | undefined;
}

/** @throws ToolwrightError `TOOL_FAILED` for a call that nobody approved */
export async function requireApproval(
  { name, annotations, was }: ToolSpec,
  args: unknown,
  { approve }: ApprovalOptions,
): Promise<void> {
  if (!annotations.needsApproval) return;
  if (approve === undefined) {
    throw new ToolwrightError(
      'TOOL_FAILED',
      `'${name}' needs a person's approval, and nobody can be asked.`,
      {
        blame: 'developer',
        hint: 'Pass `approve`.',
      },
    );
  }
  const moved = isRecord(args) ? withPresentNames(args, was?.parameters) : undefined;
  if (await approve(name, moved?.ok ? moved.args : args)) return;
  throw new ToolwrightError('TOOL_FAILED', `The user did not agree to this call of '${name}'.`, {
    blame: 'user',
  });
}
