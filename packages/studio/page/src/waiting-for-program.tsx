import { info } from './api/studio.js';
import { Empty } from './look/blocks.js';
import { Text } from './look/text.js';

/** What a page shows that has nothing yet, because the program is starting: which modules are waited for. */
export function WaitingForProgram() {
  const { registry, agents = [] } = info.value?.started ?? {};
  const modules = [...(registry === undefined ? [] : [registry]), ...agents];
  return (
    <Empty title="The program is starting…">
      Studio waits until it has loaded <Text text={modules.join(', ') || 'your modules'} />. Then its tools
      and agents appear here.
    </Empty>
  );
}
