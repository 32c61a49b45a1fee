/** Hiragana and how it is spelled, after modified Hepburn, for loan words as in the Cabinet's notice of 1991. */
const HEPBURN = `
あa いi うu えe おo かka きki くku けke こko さsa しshi すsu せse そso たta ちchi つtsu てte とto なna にni ぬnu ねne のno
はha ひhi ふfu へhe ほho まma みmi むmu めme もmo やya ゆyu よyo らra りri るru れre ろro わwa ゐi ゑe をo んn
がga ぎgi ぐgu げge ごgo ざza じji ずzu ぜze ぞzo だda ぢji づzu でde どdo ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo
ぁa ぃi ぅu ぇe ぉo ゃya ゅyu ょyo ゎwa ゕka ゖke
きゃkya きゅkyu きょkyo しゃsha しゅshu しょsho ちゃcha ちゅchu ちょcho にゃnya にゅnyu にょnyo ひゃhya ひゅhyu ひょhyo
みゃmya みゅmyu みょmyo りゃrya りゅryu りょryo ぎゃgya ぎゅgyu ぎょgyo じゃja じゅju じょjo ぢゃja ぢゅju ぢょjo
びゃbya びゅbyu びょbyo ぴゃpya ぴゅpyu ぴょpyo
しぇshe ちぇche じぇje いぇye うぃwi うぇwe うぉwo くぁkwa くぃkwi くぇkwe くぉkwo ぐぁgwa つぁtsa つぃtsi つぇtse つぉtso
てぃti とぅtu でぃdi どぅdu てゅtyu でゅdyu ふぁfa ふぃfi ふぇfe ふぉfo ふゅfyu
ゔvu ゔぁva ゔぃvi ゔぇve ゔぉvo ゔゅvyu`;

/** Where what is typed into an input method is shorter: after Kunrei (ISO 3602), with づ and を kept apart from ず and お. */
const TYPED = `
しsi ちti つtu ふhu じzi ぢdi づdu をwo しゃsya しゅsyu しょsyo ちゃtya ちゅtyu ちょtyo じゃzya じゅzyu じょzyo
ぢゃdya ぢゅdyu ぢょdyo しぇsye ちぇtye じぇzye てぃthi でぃdhi とぅtwu どぅdwu てゅthu でゅdhu`;

export interface KanaTables {
  /** One or two hiragana → Hepburn. */
  readonly hepburn: ReadonlyMap<string, string>;
  /** The same → what is typed into an input method. */
  readonly typed: ReadonlyMap<string, string>;
  /** Any of these spellings → hiragana. Where several share one, the plainest. */
  readonly hiragana: ReadonlyMap<string, string>;
}

/** The tables in the forms in which they are looked up. */
export function createKanaTables(): KanaTables {
  const hepburn = parse(HEPBURN);
  const typedOnly = parse(TYPED);
  const hiragana = new Map<string, string>();
  for (const [kana, spelling] of [...hepburn, ...typedOnly]) {
    if (!hiragana.has(spelling)) hiragana.set(spelling, kana);
  }
  return { hepburn, typed: new Map([...hepburn, ...typedOnly]), hiragana };
}

function parse(table: string): Map<string, string> {
  const entries = table.trim().split(/\s+/);
  return new Map(
    entries.map((entry) => {
      const length = entry.search(/[a-z]/);
      return [entry.slice(0, length), entry.slice(length)];
    }),
  );
}
