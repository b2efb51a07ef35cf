import { useMemo, useState } from 'preact/hooks';
import { findMarkdown, MAX_MARKDOWN } from '../../../../src/markdown/read-markdown.js';
import { CopyButton } from '../copy-button.js';
import { Code, Text } from '../text.js';
import { MarkdownView } from './markdown-view.js';
import { ViewSwitch } from './view-switch.js';

interface TextResultProps {
  readonly text: string;
  readonly label: string;
  /** Whether the text is prose, such as an answer. Other text is shown as code. */
  readonly isProse?: boolean;
}

/** Shows untrusted text: its Markdown if it has any, with the text itself one click away. */
export function TextResult({ text, label, isProse = false }: TextResultProps) {
  const blocks = useMemo(() => findMarkdown(text), [text]);
  const [isRaw, setRaw] = useState(false);
  const raw = isProse ? (
    <Text text={text} />
  ) : (
    <Code label={label} text={text === '' ? '(an empty string)' : text} />
  );
  return (
    <div class="stack tight">
      {blocks !== undefined && !isRaw ? (
        <figure class="rendered" aria-label={label}>
          <MarkdownView blocks={blocks} />
        </figure>
      ) : (
        raw
      )}
      <div class="actions">
        {blocks !== undefined && (
          <ViewSwitch names={['Rendered', 'Text']} isSecond={isRaw} onChoose={setRaw} />
        )}
        {(!isProse || blocks !== undefined) && <CopyButton label="Copy text" text={() => text} />}
        {text.length > MAX_MARKDOWN && (
          <span class="soft small">
            Markdown is rendered up to {MAX_MARKDOWN.toLocaleString('en-US')} characters.
          </span>
        )}
      </div>
    </div>
  );
}
