import { companyCatalogue } from '../../catalogue/company-catalogue.js';
import { personCatalogue } from '../../catalogue/person-catalogue.js';

/** What the options of a request add to `data`, beside the requested fields. */
const addedByOptions = ['signals', 'personas', 'seniority', 'email', 'phone', 'company'];

/** The names that a tenant's own field cannot have, because answers give them another meaning. */
export const catalogueNames: ReadonlySet<string> = new Set([
  ...companyCatalogue.keys(),
  ...personCatalogue.keys(),
  ...addedByOptions,
]);
