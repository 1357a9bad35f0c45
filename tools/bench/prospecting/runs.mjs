import { setTimeout as sleep } from 'node:timers/promises';

/** Seldom enough not to take the processor from the run. */
const lookMs = 50;

/** Starts a run over HTTP. @returns its job id */
export async function startRun({ baseUrl }, { apiKey, team }, page) {
  const order = { network_url: page, ...(team === null ? {} : { team_name: team }) };
  const answer = await ask(`${baseUrl}/v1/prospecting/start`, apiKey, order);
  return answer.job_id;
}

/** Waits for the end of a run, which must succeed. @returns when it began and ended by the service's clock, in milliseconds */
export async function endOf({ baseUrl }, { apiKey }, jobId) {
  for (;;) {
    const job = await ask(`${baseUrl}/v1/prospecting/jobs/${jobId}`, apiKey);
    if (job.status === 'success') return { begun: Date.parse(job.run_start_time), ended: Date.parse(job.run_end_time) };
    if (job.status !== 'running') throw new Error(`Run ${jobId} failed: ${job.failure_reason}`);
    await sleep(lookMs);
  }
}

/** What a run has found, and what it says of its own work. */
export async function resultsOf({ baseUrl }, { apiKey }, jobId) {
  const { resulting_prospects: prospects, metadata } = await ask(
    `${baseUrl}/v1/prospecting/jobs/${jobId}/results`,
    apiKey,
  );
  return { prospects, metadata };
}

async function ask(url, apiKey, body) {
  const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' };
  const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return response.json();
}
