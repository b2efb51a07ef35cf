/**
 * Collects items and hands them over together, once per frame: a burst of thousands of events costs one rendering.
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
