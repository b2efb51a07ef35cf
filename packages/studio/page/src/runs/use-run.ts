import { useEffect, useState } from 'preact/hooks';
import { resets } from '../api/studio.js';
import { type OpenRun, openRun } from './open-run.js';

/** @param runId undefined if there is no run to follow */
export function useRun(runId: string | undefined): OpenRun | undefined {
  const [run, setRun] = useState<OpenRun | undefined>(undefined);
  const reset = resets.value;
  useEffect(() => {
    if (runId === undefined) return;
    const opened = openRun(runId);
    setRun(opened);
    return () => opened.close();
  }, [runId, reset]);
  return run;
}
