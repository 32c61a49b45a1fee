import { letters, type Scheme } from '../transliterate.js';

/** A scheme, and the words that it is for. */
export interface CyrillicScheme extends Scheme {
  readonly fits: (word: string) => boolean;
}

/** Letters on which the schemes agree, and letters of other languages than theirs. Signs and apostrophes are left out. */
const SHARED = `а a б b в v г g д d е e з z и i к k л l м m н n о o п p р r с s т t у u ф f ы y э e ъ - ь -
ж zh й y х kh ц ts ч ch ш sh щ shch ю yu я ya ё yo
і i ї yi є ye ґ g ў w ј j љ lj њ nj ћ c ђ dj џ dz ѓ gj ќ kj ѕ dz ә a ғ gh қ q ң ng ө o ұ u ү u һ h ' - ’ - ʼ -`;

const always = (): boolean => true;
const isUkrainian = (word: string): boolean => /[іїєґ]/i.test(word) && !/[ыэёъў]/i.test(word);
const isSerbianOrMacedonian = (word: string): boolean => /[ђјљњћџѓќѕ]/i.test(word);
const isBulgarian = (word: string): boolean => !/[ыэёіїєґўђјљњћџѓќѕ]/i.test(word);

/** The schemes, most common first. */
export function cyrillicSchemes(): readonly CyrillicScheme[] {
  return [
    // Ukraine, Cabinet of Ministers, resolution 55 of 2010.
    scheme(isUkrainian, 'г h ґ g и y ї i є ie й i ю iu я ia зг zgh', {
      initial: letters('ї yi є ye й y ю yu я ya'),
    }),
    // Gaj's alphabet, in which Serbian is written as well, and the Macedonian of passports.
    scheme(isSerbianOrMacedonian, 'ж ž љ lj њ nj ђ đ ј j ћ ć ч č џ dž ш š ц c х h ѓ gj ќ kj ѕ dz'),
    // BGN/PCGN 1947 for Russian, with ё as yo instead of ë, and without signs.
    scheme(always, '', { initial: letters('е ye'), initialAfter: 'аеёиоуыэюяйъь' }),
    // ICAO Doc 9303, part 3, section 6 B: passports.
    scheme(always, 'ё e й i ъ ie ю iu я ia'),
    // No standard, but what addresses of web pages and English names make of it: Grozny, Habarovsk, Borsch.
    scheme(always, 'ё e х h ц c щ sch ый y ий y'),
    // ISO/R 9:1968, the scholarly one.
    scheme(always, 'ё ë ж ž й j х h ц c ч č ш š щ šč э ė ю ju я ja ї ji є je'),
    // Bulgaria, Transliteration Act of 2009.
    scheme(isBulgarian, 'щ sht ъ a ь y х h', { final: letters('ия ia') }),
  ];
}

function scheme(
  fits: (word: string) => boolean,
  different: string,
  rest: Partial<Scheme> = {},
): CyrillicScheme {
  return { ...rest, fits, letters: new Map([...letters(SHARED), ...letters(different)]) };
}
