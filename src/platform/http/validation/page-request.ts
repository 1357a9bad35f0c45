import { isStorable } from '../../database/text.js';
import { positionOf } from '../list-cursor.js';
import { OptionalParameter, RequestDto, Text, ValueRule, WholeNumber } from './request-dto.js';

/** The query parameters that all lists with pages have. */
@RequestDto()
export class PageRequest {
  @WholeNumber({ min: 1, max: 100, description: 'The maximum number of items in the answer.' })
  limit = 20;

  @OptionalParameter()
  @ValueRule((cursor: string) => (positionOf(cursor) === null ? 'the cursor is not one of this service' : null))
  @Text({ description: 'The `next_cursor` of the page before; without one, the list begins with the newest item.' })
  cursor?: string;
}

/** What is wrong with a text by which a list is filtered, if PostgreSQL cannot store it; null otherwise. */
export function unstorableFlaw(text: string): string | null {
  return isStorable(text) ? null : 'the text should have no NUL character';
}

export const invalidLimit = {
  type: 'less_than_equal',
  loc: ['query', 'limit'],
  msg: 'Input should be less than or equal to 100',
  input: '1000',
  ctx: { le: 100 },
};
