import { each } from './each.js';
import type { PackageEffects } from './package-effects.js';

/**
 * Names that every program can use without an import. ECMAScript and the globals of Node.js have no effects except those listed here; the
 * browser's own objects are `unknown` unless they are listed.
 */
export const GLOBALS: PackageEffects = {
  // `Date` depends on its arguments: only `Date()` and `new Date()` read the clock.
  ...each(['time'], 'Date.now Temporal.Now setTimeout setInterval setImmediate scheduler Atomics.wait'),
  ...each(['time'], 'performance.now performance.timeOrigin performance.mark performance.measure'),
  ...each(
    ['time'],
    'requestAnimationFrame requestIdleCallback DateTimeFormat.format() DateTimeFormat.formatToParts()',
  ),
  ...each(['random'], 'Math.random crypto.randomUUID crypto.getRandomValues crypto.subtle.generateKey'),
  ...each(
    ['net'],
    'fetch WebSocket WebSocketStream EventSource XMLHttpRequest WebTransport navigator.sendBeacon RTCPeerConnection RTCDataChannel Audio',
  ),
  // A browser loads the resources that these members refer to.
  ...each(['net'], 'location= location.assign location.replace location.reload open Window.open'),
  ...each(
    ['net'],
    'history.back history.forward history.go HTMLFormElement.submit HTMLFormElement.requestSubmit',
  ),
  ...each(
    ['net'],
    'HTMLImageElement.src= HTMLImageElement.srcset= HTMLScriptElement.src= HTMLIFrameElement.src=',
  ),
  ...each(
    ['net'],
    'HTMLMediaElement.src= HTMLSourceElement.src= HTMLEmbedElement.src= HTMLLinkElement.href=',
  ),
  ...each(['state'], 'history.pushState history.replaceState'),
  ...each([], 'Function.apply Function.bind Function.call Function.toString Function.length Function.name'),
  ...each(['eval'], 'eval Function importScripts WebAssembly'),
  ...each(
    ['db'],
    'localStorage sessionStorage Storage indexedDB IDBFactory IDBDatabase IDBTransaction IDBObjectStore IDBIndex IDBCursor IDBCursorWithValue ' +
      'IDBRequest IDBOpenDBRequest caches Cache CacheStorage',
  ),
  ...each(['unknown'], 'Proxy Reflect.apply Reflect.construct Reflect.get Reflect.set Worker SharedWorker'),
  ...each(
    [],
    'AbortController AbortSignal Blob BroadcastChannel ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy ' +
      'CustomEvent DecompressionStream DOMException Event File FormData Headers MessageChannel MessagePort ReadableStream ' +
      'ReadableStreamDefaultReader ReadableStreamGenericReader ReadableStreamBYOBReader ReadableStreamDefaultController Request Response Body TextDecoder TextDecoderStream TextEncoder TextEncoderStream ' +
      'Image EventTarget MessageEvent CloseEvent ErrorEvent ProgressEvent PromiseRejectionEvent crypto CryptoKey DOMParser DOMPoint ' +
      'DOMMatrix DOMQuad PerformanceEntry PerformanceObserver ReadableByteStreamController ReadableStreamBYOBRequest ' +
      'TransformStreamDefaultController WritableStreamDefaultController XMLSerializer ' +
      'MediaStream MediaStreamTrack TransformStream URL URLSearchParams URLPattern WritableStream WritableStreamDefaultWriter atob btoa clearInterval ' +
      'clearTimeout console crypto.subtle performance queueMicrotask structuredClone reportError ImageData DOMRect',
  ),
  // The listeners may be outside the program.
  ...each(['unknown'], 'EventTarget.dispatchEvent BroadcastChannel.postMessage MessagePort.postMessage'),
  ...each([], 'EventTarget.addEventListener EventTarget.removeEventListener AbortSignal.addEventListener'),
};
