export { canonicalHash, canonicalJson } from './canonical-json.js';
export { ExactNumber } from './exact-number.js';
export { GrowingJson, type JsonVisitor } from './growing-json.js';
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
export { JsonScanner, type ScannerState } from './json-scanner.js';
export { setMember } from './members.js';
export { readJson } from './read-json.js';
export { writeJson } from './write-json.js';
