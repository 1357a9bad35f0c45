import { createHash } from 'node:crypto';
import { personPage, websiteHost } from './identifier-fields.js';
import { MAX_NAME_LENGTH } from './list-items.js';
import { type ParsedRecord, parseRecord } from './record-fields.js';
import type { RecordFormat } from './record-source.js';

/** A signal as a record describes it. */
export interface SignalRow {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly signalType: string;
  readonly messageText: string | null;
  /** Normalised host. */
  readonly accountWebsite: string | null;
  /** Canonical profile page. */
  readonly holderUrl: string | null;
  readonly sourceType: string | null;
}

/**
 * Reads a record of the signal import. A signal is about a company or a person, so one of `account_website` and
 * `intent_holder_network_url` is required. Any type is taken: which ones requests may ask for is not decided here.
 * @param hosts the only host names that profile URLs may have; null for any
 */
export function readSignal(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
  hosts: readonly string[] | null,
): ParsedRecord<SignalRow> {
  return parseRecord(record, format, (fields) => {
    const accountWebsite = websiteHost(fields, 'account_website');
    const holderUrl = personPage(fields, 'intent_holder_network_url', hosts);
    if (accountWebsite === null && holderUrl === null) {
      fields.refuse('account_website', 'is required, or intent_holder_network_url');
    }
    return {
      date: fields.date('date') ?? fields.refuse('date', 'is required'),
      signalType: fields.requiredText('signal_type', MAX_NAME_LENGTH),
      messageText: fields.text('message_text'),
      accountWebsite,
      holderUrl,
      sourceType: fields.text('source_type', MAX_NAME_LENGTH),
    };
  });
}

/** SHA-256 of what a signal says, as 64 hexadecimal digits: two signals that say the same are one. */
export function signalFingerprint(row: SignalRow): string {
  const members = [row.date, row.signalType, row.messageText, row.accountWebsite, row.holderUrl, row.sourceType];
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}
