import { createHash } from 'node:crypto';
import { Clients } from '../support/clients.mjs';
import { drawRequest } from './requests.mjs';

/** Clients that enrich for these tenants. */
export function openClients(fleet, keys, random, tenants) {
  const draw = (id) => drawRequest(random, id, tenants);
  return new Clients(fleet, keys, random, { draw, failures: [409, 500], hear });
}

/** What an answer says of credits, and what it takes to compare it with others. */
function hear({ status, headers, text }) {
  return {
    charged: {
      data_access: headers['x-credits-data-access-charged'],
      contact_data: headers['x-credits-contact-data-charged'],
    },
    isReplay: headers['idempotent-replayed'] === 'true',
    original: headers['original-request-id'],
    matched: status === 200 ? JSON.parse(text).results.filter(({ matched }) => matched).length : null,
    /** Of those that should not be. */
    words: [200, 402, 409, 500].includes(status) ? null : text.slice(0, 300),
    digest: createHash('sha256').update(text).digest('base64'),
  };
}
