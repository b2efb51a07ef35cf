export { hmacSha256, sha256 } from '#sha-256';
export { builtInTypes } from './built-in-types.js';
export { canonicalHash, canonicalJson } from './canonical-json.js';
export { deepEqual } from './deep-equal.js';
export { ExactNumber } from './exact-number.js';
export { GrowingJson, type JsonVisitor } from './growing/growing-json.js';
export { JsonScanner, type ScannerState } from './growing/json-scanner.js';
export { escapeSegment, findByPointer, formatPath, pointerSegments } from './json-pointer.js';
export type {
  JsonDuplicate,
  JsonError,
  JsonPath,
  JsonRead,
  JsonReadOptions,
  JsonRepair,
  JsonRepairKind,
} from './json-read.js';
export { setMember } from './members.js';
export { type Edit, findEdits } from './mend/single-edits.js';
export { readSingleEdits } from './mend/single-readings.js';
export { parseForeign } from './parse-foreign.js';
export { ObjectScanner, type ScannedMember } from './prose/object-scanner.js';
export { readJson } from './whole/read-json.js';
export { writeJson } from './write-json.js';
