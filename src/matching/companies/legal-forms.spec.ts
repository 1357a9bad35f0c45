import { describe, expect, it } from '@jest/globals';
import { companyNameKey, compareLegalForms } from './company-name.js';

describe('companyNameKey', () => {
  it.each([
    ['Joint Stock Company Acme', 'Open Joint Stock Company Acme', 'OJSC ACME', 'Limited Liability Company "Acme"'],
    ['Acme Aktiengesellschaft', 'Acme Aktiengeselschaft', 'AcmeAG', 'Acme Gesellschaft mit beschränkter Haftung'],
    [
      'Societatea cu Răspundere Limitată Acme',
      'S.R.L. ACME',
      'Sociedad Anónima Acme',
      'Acme Sociedad de Responsabilidad Limitada',
    ],
    [
      'Acme Societă per Azioni',
      'Acme Société Anonyme',
      'Société par actions simplifiée Acme',
      'Acme Sociedade Anônima',
    ],
    [
      'Acme Spółka z ograniczoną odpowiedzialnością',
      'Acme společnost s ručením omezeným',
      'Acme Osakeyhtiö',
      'Oy Acme Ab'.toUpperCase(),
    ],
    ['Công ty TNHH Acme', 'Công ty Cổ phần Acme', 'Acme Anonim Şirketi', 'Acme Sendirian Berhad'],
    [
      'Общество с ограниченной ответственностью "Acme"',
      'ТОО Acme',
      'Акционерное общество Acme',
      'Товариство з обмеженою відповідальністю Acme',
    ],
    ['Acme Α.Ε.', 'Acme Ανώνυμη Εταιρεία', 'Acme בע"מ', 'شركة Acme ذ.م.م'],
    ['บริษัท Acme จำกัด (มหาชน)', '株式会社Acme', 'Acme股份有限公司', '(주)Acme'],
    ['Acme (Pty) Ltd', 'Acme (Private) Limited', 'Acme Co.,Ltd.', 'Acme Designated Activity Company'],
  ])('leaves out the legal forms of %s, %s, %s and %s', (...names) => {
    expect(names.map(companyNameKey)).toEqual(names.map(() => 'acme'));
  });

  it.each([
    ['SAS Institute', 'sasinst'],
    ['AS Roma', 'asroma'],
    ['AT Kearney', 'atkearney'],
    ['Limited Brands', 'limitedbrands'],
    ['National Association of Realtors', 'natlassnofrealtors'],
    ['Groupe PSA', 'grouppsa'],
    ['PepsiCo', 'pepsico'],
  ])('keeps all words of %s', (name, key) => {
    expect(companyNameKey(name)).toBe(key);
  });
});

describe('compareLegalForms', () => {
  it.each([
    ['other', 'ANO Acme', 'Limited Liability Company Acme'],
    ['same', 'Limited Liability Company Acme', 'Acme LLC'],
    ['same', 'OAO Acme', 'Открытое акционерное общество Acme'],
  ] as const)('returns %s for %s and %s', (expected, a, b) => {
    expect(compareLegalForms(a, b)).toBe(expected);
  });
});
