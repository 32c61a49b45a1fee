export type { FileFields, FileFormat, FileSourceOptions, LoadedFile } from './file/file-source-options.js';
export type { FileSource } from './file/file-source.js';
export { fileSource } from './file/file-source.js';
export { loadFile, readCandidates } from './file/read-candidates.js';
export type { SourceErrorCode } from './source-error.js';
export { SourceError } from './source-error.js';
