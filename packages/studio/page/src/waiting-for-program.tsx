import { info } from './api/studio.js';
import { Empty } from './look/blocks.js';
import { Text } from './look/text.js';

export function WaitingForProgram() {
  const { registry, agents = [] } = info.value?.started ?? {};
  const modules = [...(registry === undefined ? [] : [registry]), ...agents];
  return (
    <Empty title="The program is starting…">
      Its tools and agents appear here when it has loaded <Text text={modules.join(', ') || 'your modules'} />
      .
    </Empty>
  );
}
