import { Component, type ComponentChildren } from 'preact';
import { ErrorBox } from './blocks.js';

/** Shows an error in place of children that could not be rendered. */
export class ErrorBoundary extends Component<
  { readonly children: ComponentChildren },
  { readonly error?: unknown }
> {
  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const message = error instanceof Error ? error.message : String(error);
    return (
      <div class="page">
        <ErrorBox
          error={{
            code: 'NOT_SHOWN',
            message,
            hint: 'The record may be damaged. The other pages still work.',
          }}
        />
      </div>
    );
  }
}
