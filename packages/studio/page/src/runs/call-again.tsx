import type { ToolStep } from '../../../src/timeline/step.js';
import { findTool } from '../api/studio.js';
import { readArguments } from '../form/read-json-text.js';
import { navigate } from '../routes/navigation.js';
import { keepDraft } from '../tools/drafts.js';
import { hasHiddenPart } from './edit-arguments.js';

/** A button that opens the tool's form with the arguments of a call. It calls nothing. */
export function CallAgain({ step: { name, arguments: text } }: { readonly step: ToolStep }) {
  if (findTool(name) === undefined) return null;
  if (hasHiddenPart(text)) {
    return (
      <span class="soft small">A part of these arguments is hidden, so they cannot be called again.</span>
    );
  }
  const open = () => {
    const read = readArguments(text);
    keepDraft(name, read.ok ? { args: read.value } : { args: {}, json: text });
    navigate({ page: 'tools', tool: name });
  };
  return (
    <button type="button" onClick={open}>
      Call with these arguments
    </button>
  );
}
