import { signal } from '@preact/signals';

/** The colour scheme; `system` follows the operating system. */
export type Scheme = 'system' | 'light' | 'dark';

const KEY = 'toolwright-studio-scheme';
const ORDER: readonly Scheme[] = ['system', 'light', 'dark'];

export const scheme = signal<Scheme>(readScheme());

export function switchScheme(): void {
  scheme.value = ORDER[(ORDER.indexOf(scheme.value) + 1) % ORDER.length] ?? 'system';
  localStorage.setItem(KEY, scheme.value);
  showScheme();
}

/** Sets the document attribute that the styles use. */
export function showScheme(): void {
  if (scheme.value === 'system') document.documentElement.removeAttribute('data-scheme');
  else document.documentElement.dataset.scheme = scheme.value;
}

/** Whether the page is currently dark. */
export function isDark(): boolean {
  const { value } = scheme;
  return value === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : value === 'dark';
}

function readScheme(): Scheme {
  const kept = localStorage.getItem(KEY);
  return ORDER.find((known) => known === kept) ?? 'system';
}
