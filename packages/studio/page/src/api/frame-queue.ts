/**
 * Collects items and delivers them once per frame, so that a burst of thousands of events causes one rendering.
 * @param schedule such as `requestAnimationFrame`
 */
export function createFrameQueue<Item>(
  schedule: (flush: () => void) => unknown,
  onItems: (items: readonly Item[]) => void,
): (item: Item) => void {
  let waiting: Item[] = [];
  return (item) => {
    waiting.push(item);
    if (waiting.length > 1) return;
    schedule(() => {
      const items = waiting;
      waiting = [];
      onItems(items);
    });
  };
}
