import type { ComponentChildren } from 'preact';

/** A titled part of the details. */
export function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="stack tight" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
