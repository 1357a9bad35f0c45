import { describe, expect, it } from '@jest/globals';
import { signalTypes } from '../../signals/signal-types.js';
import { reasonOf } from '../reading/record-fields.js';
import { readSignal, signalFingerprint, type SignalRow, type AcceptedTypes } from './signal-record.js';

const signal = { date: '2026-01-15', signal_type: 'Article', account_website: 'acme.com' };

function read(members: object, types: AcceptedTypes = 'listed'): SignalRow {
  const { row, faults } = readSignal({ ...signal, ...members }, 'ndjson', { hosts: null, types });
  if (row === null) throw new Error(reasonOf(faults));
  return row;
}

describe('the fingerprint of a signal', () => {
  it('is the same for all spellings of the website and the profile page', () => {
    const one = read({ intent_holder_network_url: 'network.com/in/jane' });
    const other = read({
      account_website: 'https://WWW.acme.com/x',
      intent_holder_network_url: 'de.network.com/pub/Jane/',
    });
    expect(signalFingerprint(one)).toBe(signalFingerprint(other));
    expect(signalFingerprint(one)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is different if any member differs, or if the same text is in another member', () => {
    const signals = [
      {},
      { date: '2026-01-16' },
      { signal_type: 'Promotion' },
      { account_website: 'acme.de' },
      { message_text: 'x' },
      { source_type: 'x' },
      { intent_holder_network_url: 'network.com/in/x' },
    ];
    expect(new Set(signals.map((members) => signalFingerprint(read(members)))).size).toBe(signals.length);
  });
});

describe('a signal record', () => {
  it('is rejected if its website is a page on a shared site', () => {
    const reason = 'account_website: is a page on a shared site';
    expect(() => read({ account_website: 'facebook.com/acme' })).toThrow(reason);
  });

  it('needs the website of a company or the profile page of a person', () => {
    expect(read({ account_website: null, intent_holder_network_url: 'network.com/in/x' }).accountWebsite).toBeNull();
    expect(() => read({ account_website: '' })).toThrow('account_website: is required, or intent_holder_network_url');
  });
});

describe('the type of a signal', () => {
  it('must be one of the listed types, in exactly this spelling', () => {
    const own = signalTypes.filter((type) => type !== 'ALL');
    expect(own.map((type) => read({ signal_type: type }).signalType)).toEqual(own);
    expect(() => read({ signal_type: 'Fax' })).toThrow(/^signal_type: is not a listed type$/);
    expect(() => read({ signal_type: 'new hire' })).toThrow(
      'signal_type: is not a listed type; letter case and spelling count: new_hire, New Hire',
    );
  });

  it('may be any other text except ALL if unlisted types are allowed', () => {
    expect(read({ signal_type: 'Fax' }, 'any').signalType).toBe('Fax');
    expect(() => read({ signal_type: 'ALL' })).toThrow(
      'signal_type: means every type in requests and is no type of a signal',
    );
    expect(() => read({ signal_type: 'ALL' }, 'any')).toThrow(
      'signal_type: means every type in requests and is no type of a signal',
    );
  });
});
