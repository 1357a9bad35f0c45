import { Injectable } from '@nestjs/common';
import { EnrichedFollowLog } from '../follows/enriched-follow-log.sql.js';
import type { Caller } from '../platform/auth/caller.js';
import { DisclosureLog } from '../privacy/disclosure-log.sql.js';
import { recordKind, type RecordList } from './answer-size.js';

/** Notes which tenant receives data of which records. The tenant may follow these records, and the persons among them are disclosed. */
@Injectable()
export class ReceivedRecords {
  constructor(
    private readonly follows: EnrichedFollowLog,
    private readonly disclosures: DisclosureLog,
  ) {}

  areNoted(list: RecordList, { followsEnriched }: Caller): boolean {
    return followsEnriched || (list === 'persons' && this.disclosures.isOn);
  }

  /** @param ids values of `company.id` or `person.id` */
  note(list: RecordList, caller: Caller, ids: readonly string[]): void {
    this.follows.note(caller, recordKind[list], ids);
    if (list === 'persons') this.disclosures.note(caller.tenantId, ids);
  }
}
