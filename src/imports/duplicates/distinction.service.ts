import { Injectable } from '@nestjs/common';
import type { Operator } from '../../operations/operation.js';
import type { ChangedKind } from '../history/history-tables.js';
import { RecordNames } from '../merges/record-names.sql.js';
import { DistinctionsSql } from './distinctions.sql.js';

/** Two records that are not the same, each as an operator names it; see {@link RecordNames.pair}. */
export interface DistinctPair {
  readonly one: string;
  readonly other: string;
}

/** A verdict about two records. */
export interface Distinction {
  /** The numbers of both records, as the list of duplicates has them. */
  readonly one: string;
  readonly other: string;
  /** Whether they are left out of the list of duplicates from now on. */
  readonly distinct: boolean;
  /** Whether that was different before. */
  readonly changed: boolean;
}

/** Remembers which pairs of records are not the same, so that the list of duplicates leaves them out. */
@Injectable()
export class DistinctionService {
  constructor(
    private readonly names: RecordNames,
    private readonly distinctions: DistinctionsSql,
  ) {}

  /** @throws CommandError when one of the records is not stored, or both are the same */
  async add(kind: ChangedKind, { one, other }: DistinctPair, operator: Operator): Promise<Distinction> {
    const [first, second] = await this.names.pair(kind, [one, other]);
    const isChanged = await this.distinctions.add(kind, ordered(first, second), operator);
    return { one: first, other: second, distinct: true, changed: isChanged };
  }

  /** Takes a verdict back. @throws CommandError as {@link add} */
  async forget(kind: ChangedKind, { one, other }: DistinctPair): Promise<Distinction> {
    const [first, second] = await this.names.pair(kind, [one, other]);
    const isChanged = await this.distinctions.remove(kind, ordered(first, second));
    return { one: first, other: second, distinct: false, changed: isChanged };
  }
}

function ordered(one: string, other: string): readonly [string, string] {
  return BigInt(one) < BigInt(other) ? [one, other] : [other, one];
}
