import { useEffect, useState } from 'preact/hooks';
import { resets } from '../api/studio.js';
import { type OpenRun, openRun } from './open-run.js';

export function useRun(runId: string): OpenRun | undefined {
  const [run, setRun] = useState<OpenRun | undefined>(undefined);
  const reset = resets.value;
  useEffect(() => {
    const opened = openRun(runId);
    setRun(opened);
    return () => opened.close();
  }, [runId, reset]);
  return run;
}
