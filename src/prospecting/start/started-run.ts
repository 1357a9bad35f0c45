import { ChargedAnswer } from '../../billing/charging/charged-answer.js';
import type { Balances } from '../../billing/credits/credit-amounts.js';
import type { StartProspectingResponse } from '../jobs/prospecting.dto.js';

/** The answer to a start: nothing is charged yet. */
export class StartedRun extends ChargedAnswer<StartProspectingResponse> {
  constructor(
    answer: StartProspectingResponse,
    balances: Balances,
    /** Credits that are charged when the run succeeds. */
    readonly reserved: number,
  ) {
    super(answer, new Map(), balances);
  }
}
