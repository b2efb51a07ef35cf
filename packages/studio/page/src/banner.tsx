import { signal } from '@preact/signals';
import { formatCount } from '@toolwright/contract';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ShownError } from '../../src/protocol/requests.js';
import { connection, loadFailure, problems, program, server } from './api/studio.js';
import { Text } from './look/text.js';
import { withoutStack } from './look/without-stack.js';
import { formatRoute } from './routes/route.js';

/** The time of the crash whose banner the user has dismissed. */
const seenCrash = signal<number | undefined>(undefined);

/** Shows problems on every page: a lost connection, or a program that is not ready. */
export function Banner() {
  const state = program.value;
  if (connection.value === 'lost') {
    return (
      <Strip>
        <strong>Studio does not answer.</strong> The page reconnects automatically. Is{' '}
        <code>toolwright dev</code> still running?
      </Strip>
    );
  }
  if (loadFailure.value !== undefined) {
    return (
      <Strip isBad>
        <strong>Loading failed.</strong> <Text text={loadFailure.value} />
      </Strip>
    );
  }
  if (connection.value === 'connecting') return null;
  if ((state.status === 'starting' || state.status === 'ready') && state.crash !== undefined) {
    const { at, error } = state.crash;
    if (seenCrash.value !== at) {
      return (
        <Strip isBad>
          <strong>The program crashed and was restarted.</strong> <Text text={error.message} />{' '}
          <a href={formatRoute({ page: 'problems' })}>Last output</a>{' '}
          <button
            type="button"
            onClick={() => {
              seenCrash.value = at;
            }}
          >
            Hide
          </button>
        </Strip>
      );
    }
  }
  if (state.status === 'starting') return <Starting delay={state.delay} />;
  if (state.status === 'failed') return <Failed error={state.error} />;
  if (state.status === 'ready' && state.restartWaits) {
    return (
      <Strip>
        <strong>Sources changed.</strong> The program restarts once its calls and runs have finished.{' '}
        <button
          type="button"
          onClick={() => void server.api('restart', { method: 'POST', body: {} }).catch(() => {})}
        >
          Restart now
        </button>
      </Strip>
    );
  }
  return null;
}

/** Shows a failure without its stack. The problems page shows the stack and the codegen diagnostics. */
function Failed({ error: { message, hint } }: { readonly error: ShownError }) {
  const errors = problems.value?.diagnostics.filter(({ severity }) => severity === 'error').length ?? 0;
  return (
    <Strip isBad>
      <strong>The program failed.</strong> <Text text={withoutStack(message)} />{' '}
      {hint !== undefined && (
        <span class="soft">
          <Text text={withoutStack(hint)} />
        </span>
      )}{' '}
      <a href={formatRoute({ page: 'problems' })}>
        {errors === 0 ? 'Details' : `Details, and ${formatCount(errors, 'error')} that codegen found`}
      </a>{' '}
      <span class="soft">It restarts when you change a file.</span>
    </Strip>
  );
}

/** The delay before a banner announces that the program is starting, in milliseconds. The banner shifts the page. */
const PATIENCE_MS = 1_500;

function Starting({ delay }: { readonly delay: string | undefined }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow || delay !== undefined ? (
    <Strip>
      <strong>The program is starting.</strong>{' '}
      <Text text={delay ?? 'Tools and agents are available when it is ready.'} />
    </Strip>
  ) : null;
}

function Strip({ children, isBad }: { readonly children: ComponentChildren; readonly isBad?: boolean }) {
  return (
    <div class={isBad ? 'banner bad' : 'banner'} role="status">
      <div>{children}</div>
    </div>
  );
}
