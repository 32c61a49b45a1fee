export type { FileFields, FileFormat, FileSourceOptions } from './file/file-source-options.js';
export type { FileSource } from './file/file-source.js';
export { fileSource } from './file/file-source.js';
export { readCandidates } from './file/read-candidates.js';
export type { SourceErrorCode } from './source-error.js';
export { SourceError } from './source-error.js';
