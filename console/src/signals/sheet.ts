import { csvRow } from '../../../src/platform/tables/csv.js';
import { saveCsv } from '../files.js';
import type { Account } from './accounts.js';

const members = ['date', 'signal_type', 'message_text', 'intent_holder_network_url', 'source_type'] as const;

/** Saves the signals of the accounts as a CSV file, with one row for each signal. */
export function saveSignals(accounts: readonly Account[]): void {
  const rows = accounts.flatMap(({ website, signals }) =>
    signals.map((signal) => csvRow([website, ...members.map((member) => signal[member])])),
  );
  saveCsv('signals.csv', [csvRow(['account_website', ...members]), ...rows]);
}
