import { Component, type ComponentChildren } from 'preact';
import { ErrorBox } from './blocks.js';

/** Shows an error in place of what could not be shown; the rest of the page stays. */
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
