import { createHash } from 'node:crypto';
import { signalTypes } from '../../signals/signal-types.js';
import { personPage, websiteHost } from '../reading/record-shapes.js';
import { maxNameLength } from '../reading/written-values.js';
import { type ParsedRecord, parseRecord, type RecordFields } from '../reading/record-fields.js';
import type { RecordFormat } from '../reading/record-source.js';

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

/** Which types of signals are taken: those that requests can ask for, or any. */
export type TypesTaken = 'listed' | 'any';

export interface SignalReading {
  /** The only host names that profile URLs may have; null for any. */
  readonly hosts: readonly string[] | null;
  readonly types: TypesTaken;
}

/** In requests it stands for every type, so no signal can have it for its own. */
const everyType = 'ALL';
const ownTypes: readonly string[] = signalTypes.filter((type) => type !== everyType);
const listed: ReadonlySet<string> = new Set(ownTypes);

/**
 * Reads a record of the signal import. A signal is about a company or a person, so one of `account_website` and
 * `intent_holder_network_url` is required.
 */
export function readSignal(
  record: Readonly<Record<string, unknown>>,
  format: RecordFormat,
  { hosts, types }: SignalReading,
): ParsedRecord<SignalRow> {
  return parseRecord(record, format, (fields) => {
    const accountWebsite = websiteHost(fields, 'account_website');
    const holderUrl = personPage(fields, 'intent_holder_network_url', hosts);
    const isAboutSome = accountWebsite !== null || holderUrl !== null;
    if (!isAboutSome) {
      fields.lacks(['account_website', 'intent_holder_network_url'], 'is required, or intent_holder_network_url');
    }
    const date = fields.requiredDate('date');
    const signalType = typeOf(fields, types);
    const [messageText, sourceType] = [fields.text('message_text'), fields.text('source_type', maxNameLength)];
    if (!isAboutSome || date === null || signalType === null) return null;
    return { date, signalType, messageText, accountWebsite, holderUrl, sourceType };
  });
}

function typeOf(fields: RecordFields, types: TypesTaken): string | null {
  const type = fields.requiredText('signal_type', maxNameLength);
  if (type === null || listed.has(type) || (types === 'any' && type !== everyType)) return type;
  return fields.fault('signal_type', type === everyType ? 'stands for every type in requests' : notListed(type));
}

function notListed(type: string): string {
  const near = ownTypes.filter((listedType) => lettersOf(listedType) === lettersOf(type));
  const hint = near.length === 0 ? '' : `; letter case and spelling count: ${near.join(', ')}`;
  return `is not a type that requests can ask for${hint}`;
}

function lettersOf(type: string): string {
  return type.toLowerCase().replace(/[\s_-]/g, '');
}

/** SHA-256 of what a signal says, as 64 hexadecimal digits: two signals that say the same are one. */
export function signalFingerprint(row: SignalRow): string {
  const members = [row.date, row.signalType, row.messageText, row.accountWebsite, row.holderUrl, row.sourceType];
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}
