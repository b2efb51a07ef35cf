import { Line } from '../look/text.js';
import { statusTone } from './describe-step.js';

export function StatusTag({ status }: { readonly status: string }) {
  const tone = status === 'running' ? 'busy' : statusTone(status);
  return (
    <span class={`tag run-status ${tone}`}>
      <Line text={String(status).replaceAll('_', ' ')} />
    </span>
  );
}
