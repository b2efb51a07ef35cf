import { useState } from 'preact/hooks';

export function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    setState((await copyText(text())) ? 'copied' : 'failed');
    setTimeout(() => setState('idle'), 1_500);
  };
  const words = { idle: label, copied: 'Copied', failed: 'Not allowed' };
  return (
    <button type="button" class="quiet" onClick={copy}>
      <span aria-live="polite">{words[state]}</span>
    </button>
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // the browser refused the copy
  }
}
