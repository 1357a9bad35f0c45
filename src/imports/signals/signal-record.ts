import { createHash } from 'node:crypto';
import { signalTypes } from '../../signals/signal-types.js';
import { personPage, accountHost } from '../reading/identifying-fields.js';
import { maxNameLength } from '../reading/written-values.js';
import { type ParsedRecord, parseRecord, type RecordFields } from '../reading/record-fields.js';
import type { RecordFormat } from '../reading/record-source.js';

/** A parsed record of a signal. */
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

/** Which types of signals are accepted: only those that the API documents, or any. */
export type AcceptedTypes = 'listed' | 'any';

interface SignalParseOptions {
  /** The accepted host names of profile URLs; null for any host. */
  readonly hosts: readonly string[] | null;
  readonly types: AcceptedTypes;
}

/** The value `ALL`, which means every type in requests. So it cannot be the type of a signal. */
const everyType = 'ALL';
const ownTypes: readonly string[] = signalTypes.filter((type) => type !== everyType);
const listed: ReadonlySet<string> = new Set(ownTypes);

/**
 * Parses a record of the signal import. A signal is about a company, a person or both, so `account_website` or `intent_holder_network_url`
 * is required.
 */
export function readSignal(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
  { hosts, types }: SignalParseOptions,
): ParsedRecord<SignalRow> {
  return parseRecord(record, format, (fields) => {
    const accountWebsite = accountHost(fields, 'account_website');
    const holderUrl = personPage(fields, 'intent_holder_network_url', hosts);
    const hasSubject = accountWebsite !== null || holderUrl !== null;
    if (!hasSubject) {
      fields.lacks(['account_website', 'intent_holder_network_url'], 'is required, or intent_holder_network_url');
    }
    const date = fields.requiredDate('date');
    const signalType = typeOf(fields, types);
    const [messageText, sourceType] = [fields.text('message_text'), fields.text('source_type', maxNameLength)];
    if (!hasSubject || date === null || signalType === null) return null;
    return { date, signalType, messageText, accountWebsite, holderUrl, sourceType };
  });
}

function typeOf(fields: RecordFields, types: AcceptedTypes): string | null {
  const type = fields.requiredText('signal_type', maxNameLength);
  if (type === null || listed.has(type) || (types === 'any' && type !== everyType)) return type;
  return fields.fault(
    'signal_type',
    type === everyType ? 'means every type in requests and is no type of a signal' : notListed(type),
  );
}

function notListed(type: string): string {
  const similar = ownTypes.filter((listedType) => lettersOf(listedType) === lettersOf(type));
  const hint = similar.length === 0 ? '' : `; letter case and spelling count: ${similar.join(', ')}`;
  return `is not a listed type${hint}`;
}

function lettersOf(type: string): string {
  return type.toLowerCase().replace(/[\s_-]/g, '');
}

/** The SHA-256 hash of all values of a signal, as 64 hexadecimal digits. Equal signals have equal fingerprints. */
export function signalFingerprint(row: SignalRow): string {
  const members = [row.date, row.signalType, row.messageText, row.accountWebsite, row.holderUrl, row.sourceType];
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}
