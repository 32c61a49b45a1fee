/** Stands after every text and before the first, and sorts before everything. */
export const END = 0;

/** What stands for characters that came when all codes were taken. No query has it: such texts are found by what is equal, as written. */
export const LATE = 0xffff;

/** What a query has for characters that are in no text. */
export const UNKNOWN = 0x10000;
