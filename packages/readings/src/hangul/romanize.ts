import type { Syllable } from './syllable.js';

// Revised Romanization of Korean (Ministry of Culture and Tourism, notice 2000-8), in the order of the letters' numbers.
const initials = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
/** Where a syllable ends: at a consonant or at the end of the word. */
const codas = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');
/** Before a vowel a final consonant is heard with it: what stays and what moves. */
const linked =
  '/ /g /kk k/s /n n/j /n /d /r l/g l/m l/b l/s l/t l/p /r /m /b p/s /s /ss ng/ /j /ch /k /t /p /'.split(' ');

const NO_CONSONANT = 11;
const VOWEL_I = 20;
/** ㄷ, ㅌ and ㄾ before 이 are heard as ㅈ and ㅊ: 해돋이 haedoji, 같이 gachi. */
const palatalized: ReadonlyMap<number, string> = new Map([
  [7, '/j'],
  [25, '/ch'],
  [13, 'l/ch'],
]);
/** ㄶ, ㅀ and ㅎ make the ㄱ, ㄷ or ㅈ that follows aspirated: 좋고 joko. What stays of them. */
const breathing: ReadonlyMap<number, string> = new Map([
  [6, 'n'],
  [15, 'l'],
  [27, ''],
]);
const aspirated: Readonly<Record<string, string>> = { g: 'k', d: 't', j: 'ch' };
const nasal: Readonly<Record<string, string>> = { k: 'ng', t: 'n', p: 'm' };

/** One word as it is heard: 독립문 → dongnimmun. */
export function romanize(word: readonly Syllable[]): string {
  let latin = '';
  let onset = initials[word[0]?.initial ?? NO_CONSONANT] ?? '';
  for (const [i, { vowel, final }] of word.entries()) {
    const [coda, nextOnset] = meet(final, word[i + 1]);
    latin += onset + (vowels[vowel] ?? '') + coda;
    onset = nextOnset;
  }
  return latin;
}

/** Syllable for syllable, whatever meets: 독립문 → dokripmun. */
export function romanizeApart(word: readonly Syllable[]): string {
  return word
    .map(({ initial, vowel, final }) => `${initials[initial]}${vowels[vowel]}${codas[final]}`)
    .join('');
}

/** What a final consonant and the start of the next syllable become when they meet. */
function meet(final: number, next: Syllable | undefined): [coda: string, onset: string] {
  const coda = codas[final] ?? '';
  if (!next) return [coda, ''];
  if (next.initial === NO_CONSONANT) {
    const link = (next.vowel === VOWEL_I ? palatalized.get(final) : undefined) ?? linked[final] ?? '/';
    const [stays = '', moves = ''] = link.split('/');
    return [stays, moves];
  }
  const onset = initials[next.initial] ?? '';
  const breath = breathing.get(final);
  if (breath !== undefined && aspirated[onset] !== undefined) return [breath, aspirated[onset]];
  if (breath === '' && onset === 's') return ['', 's'];
  return assimilate(coda, onset);
}

function assimilate(coda: string, onset: string): [coda: string, onset: string] {
  if (onset === 'r') {
    if (coda === 'l' || coda === 'n') return ['l', 'l'];
    return coda === '' ? ['', 'r'] : [nasal[coda] ?? coda, 'n'];
  }
  if (onset === 'n' && coda === 'l') return ['l', 'l'];
  if (onset === 'n' || onset === 'm') return [nasal[coda] ?? coda, onset];
  return [coda, onset];
}
