import { romanise } from './spelling.js';

/** A name in the scripts of East Asia, where the family name stands first and nothing need separate it. */
export interface EasternName {
  /** ASCII, case kept; empty when the text does not show which part is the family name. */
  family: string;
  given: string;
  /** As written, without spaces: what tells apart names that sound alike. */
  written: string;
}

const EASTERN_ONLY = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々ー\s]+$/u;
const KANA_ONLY = /^[\p{Script=Hiragana}\p{Script=Katakana}ー\s]+$/u;
const HAN_THEN_KANA = /^(\p{Script=Han}+)([\p{Script=Hiragana}\p{Script=Katakana}ー]+)$/u;

/** Chinese family names of two characters, simplified and traditional, and the Korean ones. */
const TWO_CHARACTERS = new Set(
  (
    '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 夏侯 尉迟 尉遲 皇甫 令狐 慕容 司徒 长孙 長孫 宇文 端木 公孙 公孫 东方 東方 轩辕 軒轅 南宫 南宮 ' +
    '남궁 황보 제갈 선우 독고 사공'
  ).split(' '),
);

/** Family names that are not romanised as the character otherwise is, or whose usual romanisation is older. */
const FAMILY_NAMES = new Map([
  ...pairs('曾 Zeng 单 Shan 單 Shan 解 Xie 仇 Qiu 查 Zha 翟 Zhai 盖 Ge 区 Ou 區 Ou'),
  ...pairs('김 Kim 이 Lee 박 Park 최 Choi 정 Jung 강 Kang 조 Cho 윤 Yoon 장 Jang 임 Lim 한 Han 오 Oh 서 Seo 신 Shin'),
  ...pairs('권 Kwon 황 Hwang 안 Ahn 송 Song 류 Ryu 유 Yoo 홍 Hong 전 Jeon 고 Ko 문 Moon 양 Yang 손 Son 배 Bae 백 Baek'),
  ...pairs('허 Heo 남 Nam 심 Shim 노 Noh 하 Ha 곽 Kwak 성 Sung 차 Cha 주 Joo 우 Woo 구 Koo 민 Min 나 Na 지 Ji 엄 Eom'),
]);

/** Reads a name that is written in Chinese characters, Hangul or Kana throughout; null for any other. */
export function readEasternName(text: string): EasternName | null {
  if (!EASTERN_ONLY.test(text)) return null;
  const words = text.normalize('NFKC').split(/\s+/).filter(Boolean);
  const written = words.join('');
  const [first = '', ...others] = words;
  if (others.length > 0) return { family: familyOf(first), given: letters(others.join('')), written };
  const mixed = HAN_THEN_KANA.exec(first);
  if (mixed !== null) return { family: letters(mixed[1] ?? ''), given: letters(mixed[2] ?? ''), written };
  const characters = Array.from(first);
  if (characters.length < 2 || KANA_ONLY.test(first)) return { family: '', given: letters(first), written };
  const length = characters.length > 2 && TWO_CHARACTERS.has(characters.slice(0, 2).join('')) ? 2 : 1;
  const family = familyOf(characters.slice(0, length).join(''));
  return { family, given: letters(characters.slice(length).join('')), written };
}

function familyOf(characters: string): string {
  return FAMILY_NAMES.get(characters) ?? letters(characters);
}

function letters(characters: string): string {
  return romanise(characters).plain;
}

function pairs(text: string): [string, string][] {
  const words = text.split(' ');
  return words.flatMap((word, index): [string, string][] => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : []));
}
