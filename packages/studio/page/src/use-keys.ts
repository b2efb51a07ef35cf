import { useEffect } from 'preact/hooks';
import { isTyping } from './look/is-typing.js';
import { navigate } from './routes/navigation.js';
import type { Route } from './routes/route.js';

const PAGES: Readonly<Record<string, Route['page']>> = {
  t: 'tools',
  r: 'runs',
  c: 'playground',
  p: 'problems',
  s: 'sessions',
  e: 'evals',
};
const LEADER_MS = 1_500;

export function useKeys(onHelp: () => void): void {
  useEffect(() => {
    let leader = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const page = Object.hasOwn(PAGES, event.key) ? PAGES[event.key] : undefined;
      if (page !== undefined && event.timeStamp - leader < LEADER_MS) navigate({ page });
      else if (event.key === '/') focusSearch();
      else if (event.key === '?') onHelp();
      else if (event.key === 'g') {
        leader = event.timeStamp;
        return;
      } else return;
      leader = 0;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-search]')?.focus();
}
