import { charClass } from './char-class.js';

/** Small letters are so much higher than capitals. */
export const TO_SMALL = 32;

/** Classes of the characters of ASCII. */
export const ASCII_CLASSES: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, unit) => charClass(unit));

/** Whether a text takes no folding but that of capitals. CR LF is one grapheme, and NUL looks like the end of a text. */
export function isPlainAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80 || unit === 0xd || unit === 0) return false;
  }
  return true;
}
