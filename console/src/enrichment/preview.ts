import { type CallOptions, type DataAccessClient, type Preview, ValidationFailed } from 'data-access-client';
import { session } from '../session.js';
import { askedMembers, type Choice, type Identifier } from './choice.js';

/** What an enrichment would match and cost. */
export interface Previewed {
  /** One result for each identifier that the service did not refuse. */
  readonly results: Preview<Identifier>['results'];
  readonly credits: Preview<Identifier>['credits'];
}

/**
 * Asks what an enrichment would match and cost. It is free, and possible only if the session's tenant may ask for previews.
 * @param identifiers at most as many as one request may have
 * @throws DataAccessError and its subclasses, as the client throws them
 */
export async function preview(
  client: DataAccessClient,
  choice: Choice,
  identifiers: readonly Identifier[],
  options: CallOptions,
): Promise<Previewed> {
  if (identifiers.length === 0) return { results: [], credits: {} };
  const { fields: _, ...members } = askedMembers(choice);
  const asked = { ...members, ...options, queryFields: choice.fields };
  try {
    return (await (choice.kind === 'companies'
      ? client.previewCompanies(identifiers, asked)
      : client.previewPersons(identifiers, asked))) as Preview<Identifier>;
  } catch (error) {
    // If one identifier is invalid, the service refuses the whole preview. So the other identifiers are sent again without it.
    const faults = error instanceof ValidationFailed ? error.faults : [];
    const refused = faults.filter(({ loc }) => loc[1] === choice.kind).map(({ loc }) => loc[2]);
    const valid = identifiers.filter((_, index) => !refused.includes(index));
    if (identifiers.length === 1 || valid.length === identifiers.length) throw error;
    return preview(client, choice, valid, options);
  }
}

/** Whether the operator has enabled previews for the session's tenant. */
export const mayPreview = (): boolean => session.value?.me.previews === true;
