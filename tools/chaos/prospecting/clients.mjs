import { Clients } from '../support/clients.mjs';
import { drawRequest } from './requests.mjs';

/** Runs that are under way or wait, as far as clients know. */
const MOST_UNFINISHED = 16;

/**
 * Clients that start runs, as long as not too many are under way.
 * @param watch is told of every run that was started, and tells how many are under way
 */
export function openClients(fleet, keys, random, watch) {
  const draw = (id) => (watch.unfinished < MOST_UNFINISHED ? drawRequest(random, id) : null);
  const hear = (answer, { tenant }) => {
    const heard = read(answer);
    if (heard.job !== null) watch.follow(heard.job, tenant);
    return heard;
  };
  return new Clients(fleet, keys, random, { draw, failures: [409, 500, 502, 504], hear });
}

function read({ status, headers, text }) {
  const body = status === 202 ? JSON.parse(text) : null;
  return {
    job: body === null ? null : String(body.job_id),
    /** What is said of the job, beside its id. */
    told: body === null ? null : { status: body.status, tenant: body.tenant, team: body.team_name },
    isReplay: headers['idempotent-replayed'] === 'true',
    /** Of those that should not be. */
    words: [202, 402, 409, 500, 502, 504].includes(status) ? null : text.slice(0, 300),
  };
}
