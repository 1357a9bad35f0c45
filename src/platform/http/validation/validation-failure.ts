import type { ValidationErrorItem } from './validation-error.js';

/** A request whose body or path does not fit its schema; answered with 422 and all the items at once. */
export class ValidationFailure extends Error {
  constructor(readonly items: readonly ValidationErrorItem[]) {
    super('The request does not fit its schema');
  }
}
