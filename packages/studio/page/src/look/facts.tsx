import { formatCost, USAGE_ENTRIES, type Usage } from '@toolwright/contract';
import type { ComponentChildren } from 'preact';
import { Line, Text } from './text.js';

export type Fact = readonly [ComponentChildren, ComponentChildren];

/** Shows names with their values. Omits names without a value. */
export function Facts({
  facts,
  class: name = '',
}: {
  readonly facts: readonly Fact[];
  readonly class?: string;
}) {
  return (
    <dl class={`facts ${name}`}>
      {facts.map(
        ([term, value]) =>
          value !== undefined && (
            <>
              <dt>{typeof term === 'string' ? <Line text={term} /> : term}</dt>
              <dd>{typeof value === 'string' ? <Text text={value} /> : value}</dd>
            </>
          ),
      )}
    </dl>
  );
}

/** A name above its value, in a list of the class `figures`. */
export function Figure({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt class="soft small">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function usageFacts(usage: Partial<Usage> | undefined): readonly Fact[] {
  return USAGE_ENTRIES.map(([name, { title, unit }]) => {
    const value = usage?.[name];
    if (value === undefined) return [title, undefined];
    return [title, unit === undefined ? formatCost(value) : value.toLocaleString('en-US')];
  });
}
