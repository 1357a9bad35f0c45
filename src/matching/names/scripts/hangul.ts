/** The romanisations of a name in Hangul: official ones and those that Koreans use. */
export interface HangulName {
  /** Of the family name, the usual one first. */
  families: readonly string[];
  /** Of the given name. */
  given: RegExp;
}

const hangulOnly = /^[가-힣]+$/u;

const firstSyllable = 0xac00;
const vowelCount = 21;
const finalCount = 28;

/** The letters of syllables, in the order of Unicode; alternatives are separated by bars. */
const initials = 'g|k kk|gg|k n d|t tt|dd|t r|l m b|p pp|bb|b s|sh ss|s - j|ch jj|j ch k t p h'.split(' ');
const vowels = (
  'a ae|ai|e ya yae eo|u e|ae yeo|you|yu|yuh ye|e o|oh wa wae|oae oe|oi yo u|oo|ou|woo|wu wo|weo we wi|wee yu|yoo|you eu|u ' +
  'ui|eui|ee|i i|ee'
).split(' ');
const finals = '- k|g k k n n n t l|r k m l l l p l m p|b p t|s t ng t t k t p h'.split(' ');

/** Family names and their romanisations, the usual one first. */
const families: ReadonlyMap<string, readonly string[]> = readFamilies(`
  이 lee yi rhee ri li rhie; 김 kim gim; 박 park pak bak; 최 choi choe choy; 정 jung jeong chung joung; 강 kang gang;
  조 cho jo joe; 윤 yoon yun youn; 장 jang chang; 임 lim im rim yim; 한 han; 오 oh o; 서 seo suh su so; 신 shin sin;
  권 kwon gwon; 황 hwang whang; 안 ahn an; 송 song; 류 ryu yu yoo lyu ryoo; 유 yoo yu ryu you; 홍 hong;
  전 jeon jun chun cheon; 고 ko koh go; 문 moon mun; 양 yang; 손 son sohn; 배 bae pae; 백 baek paik back baik paek;
  허 heo huh hur her; 남 nam; 심 shim sim; 노 noh roh no ro; 하 ha; 곽 kwak gwak; 성 sung seong; 차 cha; 주 joo ju chu;
  우 woo u wu; 구 koo gu ku goo; 민 min; 나 na ra nah; 지 ji chi jee; 엄 eom um uhm; 진 jin chin; 원 won; 천 cheon chun;
  방 bang pang; 공 kong gong; 현 hyun hyeon; 변 byun byeon; 염 yeom yum; 추 choo chu; 석 seok suk; 선 sun seon;
  설 seol sul; 길 gil kil; 연 yeon youn; 명 myung myeong; 기 ki gi; 금 geum keum; 국 kook guk; 편 pyun pyeon;
  남궁 namgung namkung namgoong namkoong; 황보 hwangbo; 제갈 jegal; 선우 sunwoo seonwoo; 독고 dokgo; 사공 sagong
`);

/** The usual romanisation of a Korean family name; undefined for others. */
export function usualFamilyName(written: string): string | undefined {
  return families.get(written)?.[0];
}

/**
 * The romanisations of a name in Hangul; null in other scripts and for unknown family names.
 * @param family the characters of the family name
 * @param given the characters of the given name
 */
export function readHangul(family: string, given: string): HangulName | null {
  const known = families.get(family);
  return known === undefined || !hangulOnly.test(given) ? null : { families: known, given: patternOf(given) };
}

function patternOf(given: string): RegExp {
  const syllables = Array.from(given, (syllable) => {
    const index = (syllable.codePointAt(0) ?? firstSyllable) - firstSyllable;
    const initial = initials[Math.floor(index / (vowelCount * finalCount))];
    const vowel = vowels[Math.floor(index / finalCount) % vowelCount];
    return [initial, vowel, finals[index % finalCount]]
      .map((letters = '-') => `(?:${letters.replace('-', '')})`)
      .join('');
  });
  return new RegExp(`^${syllables.join('')}$`);
}

function readFamilies(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    text.split(';').map((entry): [string, string[]] => {
      const [written = '', ...romanised] = entry.trim().split(/\s+/);
      return [written, romanised];
    }),
  );
}
