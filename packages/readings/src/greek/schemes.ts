import { letters, type Scheme } from '../transliterate.js';

/** Greek letters, and the sign that keeps two vowels apart. */
const SHARED = `α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o
ου ou \u200c -`;

export interface GreekScheme extends Scheme {
  /** The υ of αυ, ευ and ηυ is heard as v or f. */
  readonly isSpoken: boolean;
}

/** The schemes, most common first. */
export function greekSchemes(): readonly GreekScheme[] {
  const b = letters('μπ b');
  return [
    // ELOT 743 (1982), UN resolution V/19, ISO 843 type 2: road signs and passports.
    scheme(true, 'γγ ng γξ nx γχ nch', { initial: b, final: b }),
    // No standard: by ear, as in Hania and Pireas.
    scheme(true, 'χ h υ i γγ ng γξ nx γχ nh αι e ει i οι i υι i', {
      initial: letters('μπ b ντ d γκ g'),
      final: b,
    }),
    // No standard: by eye, letter for letter, as it is typed where there is no Greek keyboard.
    scheme(false, 'β b η h ξ ks υ u χ x ω w'),
    // ISO 843 type 1, without diacritics.
    scheme(false, 'αυ au ευ eu'),
    // ALA-LC for ancient Greek, without breathings: philosophia.
    scheme(false, 'β b η e φ ph αυ au ευ eu ηυ eu γγ ng γκ nk γξ nx γχ nch', { initial: letters('ρ rh') }),
  ];
}

function scheme(isSpoken: boolean, different: string, rest: Partial<Scheme> = {}): GreekScheme {
  return { ...rest, isSpoken, letters: new Map([...letters(SHARED), ...letters(different)]) };
}
