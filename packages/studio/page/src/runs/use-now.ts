import { useEffect, useState } from 'preact/hooks';

const TICK_MS = 250;

/** Returns the current time while `isLive`, otherwise the time of the last event. */
export function useNow(isLive: boolean, last: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  return isLive ? Math.max(now, last) : last;
}
