import { ApiError, type CallOptions, ConnectionLost, type DataAccessClient, type Preview } from 'data-access-client';
import { badAnswer, noAnswer, ToldFailure } from '../failures.js';
import { session } from '../session.js';
import { type Choice, clientOptions, type Identifier } from './choice.js';

/** What an enrichment would match and cost. */
export type Previewed = Preview<Identifier>;

/**
 * Asks what an enrichment would match and cost. It is free, and possible only if the session's tenant may ask for previews.
 * @param identifiers at least one, and at most as many as one request may have
 * @throws ToldFailure if the service did not answer or could not answer. For other errors: DataAccessError and its subclasses, as
 * the client throws them
 */
export async function preview(
  client: DataAccessClient,
  choice: Choice,
  identifiers: readonly Identifier[],
  options: CallOptions,
): Promise<Previewed> {
  const asked = { ...clientOptions(choice), ...options };
  try {
    return (await (choice.kind === 'companies'
      ? client.previewCompanies(identifiers, asked)
      : client.previewPersons(identifiers, asked))) as Previewed;
  } catch (error) {
    // The usual text about this error says that nothing is charged twice. A preview is free, so that would only make the user doubt.
    if (error instanceof ApiError && error.status >= 500)
      throw new ToldFailure({ ...badAnswer, requestId: error.requestId });
    if (error instanceof ConnectionLost) throw noAnswer('Try again.', error.response?.requestId ?? null);
    throw error;
  }
}

/** Whether the operator has enabled previews for the session's tenant. */
export const mayPreview = (): boolean => session.value?.me.previews === true;
