import { Injectable } from '@nestjs/common';
import { explanations, type JoinedKind } from './joined-records.js';
import { type JoinedRecord, JoinedRecordSql } from './joined-records.sql.js';

/** The maximum number of records of one kind that a report lists. The report counts all. */
const maxListed = 100;

/** The stored records that keys of nobody have joined, by the kind of the key. */
export interface DoctorReport {
  readonly findings: readonly {
    readonly kind: JoinedKind;
    readonly why: string;
    readonly what_to_do: string;
    readonly count: number;
    /** The first records, at most 100. */
    readonly records: readonly Omit<JoinedRecord, 'kind'>[];
  }[];
  /** What was removed; null without a repair. */
  readonly repaired: { readonly pages: number; readonly addresses: number } | null;
}

/** Looks for stored records that an earlier build joined by a key which identifies nobody, such as the page `/in/null`. */
@Injectable()
export class DoctorService {
  constructor(private readonly records: JoinedRecordSql) {}

  /** Reads all keys and reports what they have joined. Changes nothing. */
  async report(): Promise<DoctorReport> {
    return reportOf(await this.found(), null);
  }

  /** Removes the pages and addresses that identify nobody, and reports which records had them. */
  async repair(): Promise<DoctorReport> {
    const found = await this.found();
    return reportOf(found, await this.records.removeKeys(found));
  }

  private async found(): Promise<JoinedRecord[]> {
    const found: JoinedRecord[] = [];
    for await (const record of this.records.find()) found.push(record);
    return found;
  }
}

function reportOf(found: readonly JoinedRecord[], repaired: DoctorReport['repaired']): DoctorReport {
  const findings = [...new Set(found.map(({ kind }) => kind))].map((kind) => {
    const ofKind = found.filter((record) => record.kind === kind);
    const records = ofKind.slice(0, maxListed).map(({ kind: _kind, ...record }) => record);
    return { kind, ...explanations[kind], count: ofKind.length, records };
  });
  return { findings, repaired };
}
