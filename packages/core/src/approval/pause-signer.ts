import { type PausedRun, randomBytes, ToolwrightError } from '@toolwright/contract';
import { canonicalJson, hmacSha256 } from '@toolwright/json';
import { invalidConfig } from '../base/invalid-config.js';

/** A secret of at least 16 bytes. */
export type ApprovalKey = string | Uint8Array;

export type UnsignedRun = Omit<PausedRun, 'signature'>;

const MIN_KEY_BYTES = 16;

/** Signs paused runs, so that an agent only resumes runs that were paused with the same key. */
export interface PauseSigner {
  sign(run: UnsignedRun): PausedRun;
  /** @throws ToolwrightError `FORGED_RUN` for a run that was changed or signed with another key */
  check(run: PausedRun): void;
}

/** Used when signatures are disabled, because only the program itself can write its stored runs. */
const NO_SIGNER: PauseSigner = { sign: (run) => run, check: () => {} };

/**
 * Creates a signer for paused runs.
 * @param keys the first key signs, and all keys are accepted; `false` disables signatures. Default: a random key per process
 * @throws ToolwrightError `INVALID_CONFIG` for an empty list, or a key of fewer than 16 bytes
 */
export function createPauseSigner(
  keys: ApprovalKey | readonly ApprovalKey[] | false | undefined,
): PauseSigner {
  if (keys === false) return NO_SIGNER;
  const given = keys === undefined ? undefined : checkKeys(isKey(keys) ? [keys] : keys);
  // Workers may create agents outside of requests, but no random key.
  const secrets = (): readonly [ApprovalKey, ...ApprovalKey[]] => given ?? [processKey()];
  return {
    sign: (run) => ({ ...run, signature: signatureOf(run, secrets()[0]) }),
    check: ({ signature, ...run }) => {
      const isKnown = secrets().some((secret) => isSame(signatureOf(run, secret), signature ?? ''));
      if (!isKnown) throw forged(keys === undefined, signature === undefined);
    },
  };
}

/** Signs the whole run: its id, its agent, its calls with their arguments, and its conversation. */
function signatureOf(run: UnsignedRun, key: ApprovalKey): string {
  return hmacSha256(key, canonicalJson(run));
}

/** Compares two signatures in constant time. */
function isSame(expected: string, given: string): boolean {
  if (expected.length !== given.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index++) {
    difference |= expected.charCodeAt(index) ^ given.charCodeAt(index);
  }
  return difference === 0;
}

let ofProcess: Uint8Array | undefined;

function processKey(): Uint8Array {
  ofProcess ??= randomBytes(32);
  return ofProcess;
}

function isKey(value: unknown): value is ApprovalKey {
  return typeof value === 'string' || value instanceof Uint8Array;
}

function checkKeys(keys: readonly ApprovalKey[]): readonly [ApprovalKey, ...ApprovalKey[]] {
  if (!Array.isArray(keys) || !keys.every(isKey)) throw invalidKeys('is neither a string nor bytes');
  if (keys.some((key) => byteLength(key) < MIN_KEY_BYTES)) {
    throw invalidKeys(`has fewer than ${MIN_KEY_BYTES} bytes`);
  }
  const [first, ...others] = keys;
  if (first === undefined) throw invalidKeys('is an empty list');
  return [first, ...others];
}

function byteLength(key: ApprovalKey): number {
  return typeof key === 'string' ? new TextEncoder().encode(key).length : key.byteLength;
}

/** Creates an error that does not contain the key, which is secret. */
function invalidKeys(problem: string): ToolwrightError {
  return invalidConfig(
    `'approvalKey' ${problem}.`,
    `Pass a secret of at least ${MIN_KEY_BYTES} bytes, for example from an environment variable.`,
  );
}

function forged(isProcessKey: boolean, isUnsigned: boolean): ToolwrightError {
  const problem = isUnsigned
    ? 'The paused run has no signature.'
    : 'The signature of the paused run does not match: the run was changed, or signed with another key.';
  const hint = isProcessKey
    ? "To resume runs from another process, give the agent the same 'approvalKey' in both. Otherwise, reject the run."
    : "Pass the unchanged `result.paused`, and give the agent the 'approvalKey' that signed it.";
  return new ToolwrightError('FORGED_RUN', problem, { blame: 'developer', hint });
}
