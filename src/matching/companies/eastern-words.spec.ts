import { describe, expect, it } from '@jest/globals';
import { companyNameKey } from './company-name.js';
import { withLatinWords } from './eastern-words.js';

describe('withLatinWords', () => {
  it('leaves names in other letters than East Asian ones as they are', () => {
    expect(withLatinWords('Acme Газпром')).toBe('Acme Газпром');
  });

  it.each([
    ['三星电子', 'Samsung Electronics'],
    ['삼성전자 주식회사', 'Samsung Electronics Co., Ltd.'],
    ['日産自動車株式会社', 'Nissan Motor Co., Ltd.'],
    ['ソニーグループ株式会社', 'Sony Group Corporation'],
    ['联想集团有限公司', 'Lenovo Group Limited'],
    ['中国银行股份有限公司', 'Bank of China Limited'],
    ['三菱商事株式会社', 'Mitsubishi Corporation'],
    ['华为技术有限公司', 'Huawei Technologies Co., Ltd.'],
    ['LG전자', 'LG Electronics Inc.'],
  ])('lets companyNameKey give %s the same key as %s', (eastern, latin) => {
    expect(companyNameKey(eastern)).toBe(companyNameKey(latin));
  });
});
