import { describe, expect, it } from '@jest/globals';
import { prospectSheet } from './prospect-sheet.js';

const job = {
  job_id: 42,
  status: 'success',
  company_network_url: 'https://www.network.com/company/acme',
  failure_reason: null,
};
const jane = {
  full_name: 'Jane Doe',
  title_name: 'VP Engineering',
  location_name: 'Bremen, Germany',
  network_url: 'https://www.network.com/in/jane',
  composite_score: 71.25,
  ai_reasoning: 'SUMMARY\nJane leads engineering at Acme and has done so for four years.\n\nTECHNICAL\nKafka.',
};

describe('prospectSheet', () => {
  it('lists prospects in the given order with numbers from 1, and wraps their reasoning', () => {
    const sheet = prospectSheet(job, [jane, { ...jane, full_name: 'Joe Bloggs', composite_score: 5 }], 50);
    expect(sheet.split('\n').slice(0, 16)).toEqual([
      'Job 42, https://www.network.com/company/acme: success, 2 prospects',
      '',
      '1.     71.3  Jane Doe',
      '      VP Engineering, Bremen, Germany',
      '      https://www.network.com/in/jane',
      '',
      '      SUMMARY',
      '      Jane leads engineering at Acme and has done',
      '      so for four years.',
      '',
      '      TECHNICAL',
      '      Kafka.',
      '',
      '2.      5.0  Joe Bloggs',
      '      VP Engineering, Bremen, Germany',
      '      https://www.network.com/in/jane',
    ]);
  });

  it('wraps lines at the width of the terminal, but breaks no word', () => {
    const lines = prospectSheet(job, [{ ...jane, ai_reasoning: 'word '.repeat(200) }], 60)
      .split('\n')
      .slice(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(prospectSheet(job, [jane], 10)).toContain('      https://www.network.com/in/jane\n');
  });

  it('contains no control characters', () => {
    const sheet = prospectSheet(
      job,
      [{ ...jane, full_name: 'Jane\u001b[2J\u202eDoe', ai_reasoning: 'a\u009b31mb\r\nc' }],
      80,
    );
    expect(sheet.split('\n').filter((line) => /[\p{Cc}\p{Cf}]/u.test(line))).toEqual([]);
  });

  it('prints the reason of a failed run, which has no prospects', () => {
    const failed = { ...job, status: 'failed', failure_reason: 'Company not found' };
    expect(prospectSheet(failed, [], 80)).toBe(
      'Job 42, https://www.network.com/company/acme: failed: Company not found, 0 prospects\n',
    );
  });
});
