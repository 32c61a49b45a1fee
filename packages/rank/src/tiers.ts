/** The steps of the order, finer than the bands: some bands have several, which follow one another. Constants of their own, so that bundlers write numbers for them. */
export const exact = 0;
export const folded = 1;
export const prefix = 2;
export const wordStart = 3;
/** From the first word on. */
export const firstInitials = 4;
export const initials = 5;
export const abbreviation = 6;
export const missingLetter = 7;
export const inside = 8;
/** At the start of the text or of the last segment, with the first character right. */
export const headError = 9;
export const firstError = 10;
export const wordError = 11;
export const wordsInOrder = 12;
export const wordsAnyOrder = 13;
export const wordsInsideInOrder = 14;
export const wordsInsideAnyOrder = 15;
export const wordParts = 16;
export const subsequence = 17;
export const twoErrors = 18;
export const extension = 19;
