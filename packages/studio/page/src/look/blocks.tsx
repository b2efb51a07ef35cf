import type { ComponentChildren } from 'preact';
import type { ShownError } from '../../../src/protocol/requests.js';
import { CopyButton } from './copy-button.js';
import { Icon } from './icon.js';
import { Text } from './text.js';

export function Command({ text }: { readonly text: string }) {
  return (
    <div class="command">
      <code>{text}</code>
      <CopyButton label="Copy" text={() => text} />
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly command?: string;
  readonly small?: boolean;
}

/** A placeholder for a page without content. It tells the user what to do next. */
export function Empty({ title, children, command, small }: EmptyProps) {
  return (
    <div class={small ? 'empty small-empty' : 'empty'}>
      <h2>{title}</h2>
      {children && <div class="soft">{children}</div>}
      {command !== undefined && <Command text={command} />}
    </div>
  );
}

export function ErrorBox({ error }: { readonly error: ShownError }) {
  return (
    <div class="error-box stack tight" role="alert">
      <strong class="mono">
        <Text text={error.code} />
      </strong>
      <div>
        <Text text={error.message} />
      </div>
      {error.hint !== undefined && (
        <div class="soft">
          <Text text={error.hint} />
        </div>
      )}
    </div>
  );
}

/** A link back to the list, shown on narrow screens. */
export function Back({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a class="button back" href={href}>
      <Icon name="back" /> {children}
    </a>
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="stack tight">
      <h3>
        <Text text={title} />
      </h3>
      {children}
    </div>
  );
}
