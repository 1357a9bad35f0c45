import { describe, expect, it } from '@jest/globals';
import { latinSoundKey, soundDistance, soundKeys, soundScriptOf, soundsOf } from './sounds.js';

describe('soundScriptOf', () => {
  it.each([
    ['Кэмерон', 'Cyrillic'],
    ['Μπάκερ', 'Greek'],
    ['বাংলা', 'Indic'],
    ['すずき', 'Kana'],
    ['Müller', null],
    ['தமிழ்', 'Tamil'],
    ['සිංහල', 'Sinhala'],
    ['李', 'Han'],
    ['ไทย', 'Thai'],
    ['ខ្មែរ', null],
  ])('returns for %s: %s', (text, script) => {
    expect(soundScriptOf(text)).toBe(script);
  });
});

describe('soundDistance', () => {
  it.each([
    ['Тэтчер', 'Cyrillic', 'thatcher'],
    ['Щербина', 'Cyrillic', 'shcherbina'],
    ['Щербина', 'Cyrillic', 'sterbina'],
    ['Μπάκερ', 'Greek', 'baker'],
    ['სამსონი', 'Georgian', 'samson'],
    ['بيريز', 'Arabic', 'perez'],
    ['הרצוג', 'Hebrew', 'herzog'],
    ['ਮਲਹੋਤਰਾ', 'Indic', 'malhotra'],
    ['மகிந்த', 'Tamil', 'mahinda'],
    ['கமல்', 'Tamil', 'kamal'],
    ['ප්‍රියන්ත', 'Sinhala', 'priyantha'],
    ['สมชาย', 'Thai', 'somchai'],
    ['เกรียงศักดิ์', 'Thai', 'kriangsak'],
    ['ประเสริฐ', 'Thai', 'prasert'],
    ['安德森', 'Han', 'anderson'],
    ['彼得', 'Han', 'peter'],
    ['約翰', 'Han', 'john'],
    ['スミス', 'Kana', 'smith'],
    ['すみす', 'Kana', 'smith'],
    ['블레인', 'Hangul', 'blaine'],
  ] as const)('is 0 for %s (%s) and %s, which have the same sounds', (word, script, latin) => {
    expect(soundDistance(soundsOf(word, script), soundsOf(latin, 'Latin'), script)).toBe(0);
  });

  it('is the same in both directions', () => {
    const [word, latin] = [soundsOf('Рассел', 'Cyrillic'), soundsOf('wessels', 'Latin')];
    expect(soundDistance(word, latin, 'Cyrillic')).toBeGreaterThan(0);
    expect(soundDistance(latin, word, 'Cyrillic')).toBe(soundDistance(word, latin, 'Cyrillic'));
  });

  it('is greater for another consonant than for another vowel', () => {
    const tanner = soundsOf('Таннер', 'Cyrillic');
    const [vowel, consonant] = ['tonner', 'tammer'].map((word) =>
      soundDistance(tanner, soundsOf(word, 'Latin'), 'Cyrillic'),
    );
    expect(vowel).toBeGreaterThan(0);
    expect(consonant).toBeGreaterThan(vowel ?? 0);
  });

  it('is above 1 if the last vowel differs or is missing, because it distinguishes women from men', () => {
    expect(soundDistance(soundsOf('Мария', 'Cyrillic'), soundsOf('mario', 'Latin'), 'Cyrillic')).toBeGreaterThan(1);
    expect(soundDistance(soundsOf('Карл', 'Cyrillic'), soundsOf('carla', 'Latin'), 'Cyrillic')).toBeGreaterThan(1);
  });
});

describe('soundKeys', () => {
  it.each([
    ['Кэмерон', 'Cyrillic', 'cameron'],
    ['Уилсон', 'Cyrillic', 'wilson'],
    ['Вілсон', 'Cyrillic', 'wilson'],
    ['סנדרס', 'Hebrew', 'sanders'],
    ['スミス', 'Kana', 'smith'],
  ] as const)('returns for %s (%s) the key of %s', (word, script, latin) => {
    expect(soundKeys(soundsOf(word, script), 4)).toContain(latinSoundKey(latin));
  });

  it('returns at most as many keys as the second argument allows', () => {
    expect(soundKeys(soundsOf('ввввавав', 'Cyrillic'), 4).length).toBeLessThanOrEqual(4);
  });
});
