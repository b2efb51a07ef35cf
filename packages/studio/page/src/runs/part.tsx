import type { ComponentChildren } from 'preact';
import { Text } from '../look/text.js';

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
