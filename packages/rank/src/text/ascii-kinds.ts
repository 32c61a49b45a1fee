import { CHAR_CLASS, charClass } from './char-class.js';
import { isPathSeparator } from './path-parts.js';

/** The bits of {@link ASCII_KINDS} that are a class. */
export const CLASS_BITS = 7;

export const IS_CAPITAL = 8;
export const IS_SEPARATOR = 16;
export const IS_EXOTIC = 32;

/** Small letters are so much higher than capitals. */
export const TO_SMALL = 32;

/** By ASCII character: its class and what else it is. CR LF is one grapheme, and NUL looks like the end of a text: these take folding. */
export const ASCII_KINDS: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const ofClass = charClass(unit);
  const isExotic = unit === 0 || unit === 0xd;
  return (
    ofClass |
    (ofClass === CHAR_CLASS.upper ? IS_CAPITAL : 0) |
    (isPathSeparator(unit) ? IS_SEPARATOR : 0) |
    (isExotic ? IS_EXOTIC : 0)
  );
});

/** What there is in a text, of all that is in {@link ASCII_KINDS} but classes. */
export function kindsIn(text: string): number {
  let kinds = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    kinds |= unit < 0x80 ? (ASCII_KINDS[unit] as number) : IS_EXOTIC;
  }
  return kinds;
}
