import { AbortListeners } from './abort-listeners.js';

describe('AbortListeners', () => {
  it('notify all that wait, once, and none that have left', () => {
    const listeners = new AbortListeners();
    const controller = new AbortController();
    const told: string[] = [];
    const first = () => told.push('first');
    const left = () => told.push('left');
    listeners.add(controller.signal, first);
    listeners.add(controller.signal, left);
    listeners.add(controller.signal, () => told.push('second'));
    listeners.remove(controller.signal, left);
    listeners.remove(new AbortController().signal, first);
    controller.abort();
    listeners.remove(controller.signal, first);
    expect(told).toEqual(['first', 'second']);
  });

  it('wait again after all have left', () => {
    const listeners = new AbortListeners();
    const controller = new AbortController();
    let told = 0;
    const onAbort = () => {
      told += 1;
    };
    listeners.add(controller.signal, onAbort);
    listeners.remove(controller.signal, onAbort);
    listeners.add(controller.signal, onAbort);
    controller.abort();
    expect(told).toBe(1);
  });

  it('notify the others if one leaves another during a notification', () => {
    const listeners = new AbortListeners();
    const controller = new AbortController();
    const told: string[] = [];
    const last = () => told.push('last');
    listeners.add(controller.signal, () => listeners.remove(controller.signal, last));
    listeners.add(controller.signal, last);
    controller.abort();
    expect(told).toEqual(['last']);
  });
});
