import type { Attack } from '../define/attack.js';
import type { AttemptStart } from '../define/define-eval.js';
import type { ToolsChange } from '../mutate/tools-change.js';
import { plant } from '../safety/plant.js';

/** Returns the function that wraps the tools of an attempt. */
export function toolsFor(attack: Attack | undefined, change: ToolsChange | undefined): AttemptStart['tools'] {
  return (source) => {
    const changed = change === undefined ? source : change.apply(source);
    return attack === undefined ? changed : plant(changed, attack);
  };
}
