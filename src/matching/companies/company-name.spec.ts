import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  companyLevel,
  companyNameKey,
  companyNameKeys,
  compareCompanyNames,
  compareLegalForms,
} from './company-name.js';

describe('companyNameKey', () => {
  it.each([
    ...['Acme', 'ACME', ' acme ', 'The Acme Company', 'Acme, Inc.', 'Acme Inc', 'Acme Incorporated', 'Acme Corp.'],
    ...['Acme LLC', 'Acme L.L.C.', 'Acme LP', 'Acme Ltd.', 'Acme Limited', 'Acme plc', 'Acme P.L.C.', 'Acme Co., Ltd.'],
    ...['Acme Pty. Ltd.', 'Acme Pvt Ltd', 'Acme Pte. Ltd.', 'Acme Sdn. Bhd.', 'PT Acme Tbk', 'Acme GmbH', 'Acme mbH'],
    ...[
      'Acme AG',
      'Acme SE',
      'Acme GmbH & Co. KG',
      'Acme AG & Co. KGaA',
      'Acme KG',
      'Acme OHG',
      'Acme e.V.',
      'Acme eG',
    ],
    ...[
      'Acme UG (haftungsbeschränkt)',
      'Acme S.A.',
      'Acme SA',
      'Acme S. A.',
      'Acme S.A.S.',
      'Acme SARL',
      'Acme S.à r.l.',
    ],
    ...['Acme S.L.', 'Acme, S.A. de C.V.', 'Acme S. de R.L. de C.V.', 'Acme S.p.A.', 'Acme SpA', 'Acme S.r.l.'],
    ...['Acme, S. A. B. de C. V.', 'Acme, a. s.', 'Acme N. V.', 'Acme d. o. o.', 'Acme K. K.', 'Acme, S.A.B.'],
    ...['Acme Incorporation', 'Acme Comm. VA', 'Acme Societe Europeenne', 'Acme Stiftung & Co. KGaA'],
    ...[
      'Acme Lda.',
      'Acme Ltda',
      'Acme B.V.',
      'Acme N.V.',
      'Acme BVBA',
      'Acme AB',
      'Acme AB (publ)',
      'Acme Oy',
      'Acme Oyj',
    ],
    ...[
      'Acme A/S',
      'Acme ApS',
      'Acme AS',
      'Acme ASA',
      'Acme hf.',
      'Acme OÜ',
      'Acme SIA',
      'Acme UAB',
      'Acme Sp. z o.o.',
    ],
    ...[
      'Acme s.r.o.',
      'Acme spol. s r.o.',
      'Acme a.s.',
      'Acme Kft.',
      'Acme Zrt.',
      'Acme d.o.o.',
      'Acme EOOD',
      'Acme A.Ş.',
    ],
    ...[
      'ООО Acme',
      'Acme JSC',
      'Acme K.K.',
      '株式会社Acme',
      'Acme株式会社',
      'Acme有限公司',
      'Acme 주식회사',
      'Acme FZ-LLC',
    ],
    ...['Acme (Germany) GmbH', 'Acme Inc. (USA)', 'Acme [UK]', 'Acme & Co.', 'Acme & Company, Inc.', 'Ácmé'],
  ])('returns acme for %s', (name) => {
    expect(companyNameKey(name)).toBe('acme');
  });

  it.each([
    ['AT&T Inc.', 'atandt'],
    ['Procter & Gamble', 'procterandgamble'],
    ['Procter and Gamble', 'procterandgamble'],
    ['Müller und Söhne GmbH', 'mullerandsohne'],
    ['1&1 AG', '1and1'],
    ['7-Eleven', '711'],
    ['Yahoo!', 'yahoo'],
    ["Macy's", 'macys'],
    ['L’Oréal S.A.', 'loreal'],
    ['J.P. Morgan', 'jpmorgan'],
    ['J. P. Morgan', 'jpmorgan'],
    ['Pirelli & C. S.p.A.', 'pirelliandc'],
    ['L.D.C. S.A.', 'ldc'],
    ['Aldgate Investment Trust', 'aldgateinvesttrust'],
    ['Brenner Development Corporation', 'brennerdev'],
    ['Standard Chartered PLC', 'standardchartered'],
    ['Coca-Cola', 'cocacola'],
    ['Coca Cola Company', 'cocacola'],
    ['Salesforce.com, inc.', 'salesforcecom'],
    ['Acme International Technologies', 'acmeintltech'],
    ['Acme Intl. Tech', 'acmeintltech'],
    ['Acme Mfg Services', 'acmemfgservice'],
    ['トヨタ自動車株式会社', 'toyotamotor'],
    ['ПАО «Газпром»', 'gazprom'],
    ['SAS Institute', 'sasinst'],
    ['World Health Organisation', 'worldhealthorganization'],
    ['Bank of the United States', 'bankofus'],
    ['Acme Fund II, L.P.', 'acmefund2'],
    ['腾讯控股有限公司', 'tencentholding'],
  ])('returns for %s the key %s', (name, key) => {
    expect(companyNameKey(name)).toBe(key);
  });

  it.each([
    ['a word that is also a legal form', 'Day Spa', 'dayspa'],
    ['a legal form at the start', 'SE Health', 'sehealth'],
    ['a legal form that is the whole name', 'Limited', 'limited'],
    ['a legal form that follows only an article', 'The Company', 'company'],
    ['a company named like a legal form', 'SAS', 'sas'],
    ['words in brackets that are the whole name', '(Acme)', 'acme'],
    ['the name of a country', 'Bank of America', 'bankofamerica'],
  ])('keeps %s in the key of %s', (_, name, key) => {
    expect(companyNameKey(name)).toBe(key);
  });

  it.each(['', '  ', '...', '!', '🚀', 'Ac\0me', 'x'.repeat(301)])('returns null for %j', (name) => {
    expect(companyNameKey(name)).toBeNull();
  });

  it('returns only letters and digits for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        const key = companyNameKey(text);
        fc.pre(key !== null);
        expect(key).toMatch(/^[a-z0-9]+$/);
      }),
      { numRuns: 1000, maxSkipsPerRun: 10_000 },
    );
  });
});

describe('companyNameKeys', () => {
  it.each([
    ['Acme', ['acme']],
    ['Acme Group plc', ['acmegroup', 'acme']],
    ['Acme Holdings', ['acmeholding', 'acme']],
    ['Müller GmbH', ['muller', 'mueller']],
    ['Booking.com B.V.', ['bookingcom', 'booking']],
    ['Group', ['group']],
    ['La Posteria', ['laposteria', 'posteria']],
    ['...', []],
  ])('returns for %s the keys %j', (name, keys) => {
    expect(companyNameKeys(name)).toEqual(keys);
  });

  it('returns at least one common key for two names that compareCompanyNames finds more similar than names with a typing error', () => {
    const word = fc.constantFrom(
      'Acme',
      'Müller',
      'Mueller',
      'Booking.com',
      'Group',
      'Holdings',
      '& Co.',
      'Inc.',
      'GmbH',
    );
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(name, name, (a, b) => {
        fc.pre(compareCompanyNames(a, b) > companyLevel.typo);
        const keys = new Set(companyNameKeys(b));
        expect(companyNameKeys(a).some((key) => keys.has(key))).toBe(true);
      }),
      { numRuns: 500, maxSkipsPerRun: 10_000 },
    );
  });
});

describe('compareCompanyNames', () => {
  it.each([
    ['Acme Inc.', 'ACME, Incorporated', 1],
    ['Acme GmbH', 'Acme GmbH & Co. KG', 1],
    ['Acme Ltd', 'Acme Inc.', 1],
    ['Acme Technologies', 'Acme Tech', 1],
    ['Müller GmbH', 'Mueller GmbH', 1],
    ['Acme Group plc', 'Acme Grp. Ltd', 1],
    ['Acme Inc.', 'Acme', companyLevel.formMissing],
    ['IBM Corp.', 'IBM', companyLevel.formMissing],
    ['Merck', 'Merck & Co.', companyLevel.partnersMissing],
    ['Acme & Co. Ltd.', 'Acme and Company Limited', 1],
    ['Acme & Co., Ltd.', 'Acme & Company', 1],
    ['Acme & Co. Ltd.', 'Acme Ltd.', companyLevel.otherBranch],
    ['Acme Co., Ltd.', 'Acme Ltd.', 1],
    ['Acme Ticaret ve Sanayi A.Ş.', 'Acme A.Ş.', 1],
    ['McKinsey & Company', 'McKinsey', companyLevel.partnersMissing],
    ['Acme Group', 'Acme', companyLevel.tailMissing],
    ['Booking.com', 'Booking', companyLevel.tailMissing],
    ['Acme Group Holding', 'Acme Group', companyLevel.tailMissing],
    ['Acme International', 'Acme', companyLevel.distinctTailMissing],
    ['Acme International', 'Acme Company', 0],
    ['La Posteria', 'Posteria', companyLevel.articleMissing],
    ['Acme (Malaysia)', 'Acme', companyLevel.asideMissing],
    ['Boehringer Ingelheim', 'Boeringer Ingelheim', companyLevel.typo],
    ['Merck & Co., Inc.', 'Merck KGaA', companyLevel.otherBranch],
    ['Merck & Co.', 'Merck KGaA', companyLevel.otherBranch],
    ['Metro Inc.', 'Metro AG', companyLevel.otherBranch],
    ['Google LLC', 'Google GmbH', companyLevel.otherBranch],
    ['Lam Soon (Thailand)', 'Lam Soon (Hong Kong)', companyLevel.otherBranch],
    ['Lam Soon (Thailand) Ltd', 'Lam Soon Ltd', companyLevel.otherBranch],
  ])('returns for %s and %s the level %d', (a, b, level) => {
    expect(compareCompanyNames(a, b)).toBe(level);
    expect(compareCompanyNames(b, a)).toBe(level);
  });

  it.each([
    ['Delta Air Lines', 'Delta Electronics'],
    ['Delta', 'Delta Electronics'],
    ['Apple', "Applebee's"],
    ['United Airlines', 'United Healthcare'],
    ['Bank of America', 'Bank of China'],
    ['Air France', 'Air'],
    ['General Motors', 'General Mills'],
    ['Siemens AG', 'Siemens Energy AG'],
    ['Deutsche Bank AG', 'Deutsche Börse AG'],
    ['Studio 2000 GmbH', 'Studio 3000 GmbH'],
    ['Acme Group', 'Acme Holdings'],
    ['Intel', 'Inter'],
    ['Continental', 'Continentale'],
    ['Acme', '...'],
  ])('returns 0 for %s and %s', (a, b) => {
    expect(compareCompanyNames(a, b)).toBe(0);
    expect(compareCompanyNames(b, a)).toBe(0);
  });
});

describe('compareLegalForms', () => {
  it.each([
    ['same', 'Acme Inc.', 'ACME, Incorporated'],
    ['same', 'Acme Ltd', 'Acme Limited'],
    ['same', 'Acme GmbH', 'Acme mbH'],
    ['other', 'Acme Inc.', 'Acme Ltd'],
    ['other', 'Acme Inc.', 'Acme GmbH'],
    ['other', 'Acme Inc.', 'Acme LLC'],
    ['unsaid', 'Acme', 'Acme Ltd'],
    ['unsaid', 'Acme', 'Acme'],
    ['unsaid', '!!!', 'Acme Ltd'],
  ] as const)('returns %s for %s and %s', (expected, a, b) => {
    expect(compareLegalForms(a, b)).toBe(expected);
    expect(compareLegalForms(b, a)).toBe(expected);
  });
});
