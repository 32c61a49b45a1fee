import { pinyin as readPhrase, polyphonic } from 'pinyin-pro';

/** The syllables that one character may stand for, the likeliest first; a string is text that stays as it is. */
export type Syllables = readonly string[] | string;

const plain = { toneType: 'none', type: 'array' } as const;

/** Reads runs of Han, one entry a character. What single characters may stand for is remembered. */
export function createSyllabary(): (run: string) => Syllables[] {
  const known = new Map<string, readonly string[]>();
  const soundsOf = (character: string): readonly string[] => {
    let sounds = known.get(character);
    if (!sounds) known.set(character, (sounds = polyphonic(character, plain)[0] ?? []));
    return sounds;
  };
  return (run) => {
    const characters = Array.from(run);
    const inPhrase = readPhrase(run, plain);
    return characters.map((character, i) => {
      const sounds = new Set([inPhrase[i] ?? character, ...soundsOf(character)].flatMap(typedForms));
      sounds.delete(character);
      return sounds.size > 0 ? [...sounds] : character;
    });
  };
}

/** ü is not on most keyboards. Input methods take `v` for it; who knows none types `u`. */
function typedForms(syllable: string): string[] {
  if (syllable.includes('ü')) return [syllable.replace('ü', 'v'), syllable.replace('ü', 'u')];
  return [syllable.replace('ê', 'e')];
}
