import { useEffect, useState } from 'preact/hooks';
import type { ShownError } from '../../../src/protocol/requests.js';
import { toShownError } from '../api/request.js';
import { resets, server } from '../api/studio.js';

/** Loads what a path of the server returns, again when the page is shown again and when updates were lost. */
export function useReply<Reply>(path: string): { readonly reply?: Reply; readonly failure?: ShownError } {
  const [state, setState] = useState<{ readonly reply?: Reply; readonly failure?: ShownError }>({});
  const version = resets.value;
  useEffect(() => {
    const controller = new AbortController();
    const load = () =>
      server
        .api<Reply>(path, { signal: controller.signal })
        .then((reply) => setState({ reply }))
        .catch((error: unknown) => {
          if (!controller.signal.aborted) setState((before) => ({ ...before, failure: toShownError(error) }));
        });
    // An eval usually runs in a terminal meanwhile.
    const onShow = () => {
      if (!document.hidden) void load();
    };
    void load();
    document.addEventListener('visibilitychange', onShow);
    return () => {
      controller.abort();
      document.removeEventListener('visibilitychange', onShow);
    };
  }, [path, version]);
  return state;
}
