import { signal } from '@preact/signals';
import { badAnswer, messageOf, noAnswer, ToldFailure } from '../failures.js';
import { duration } from '../format.js';
import { type Keeping, KeptKey } from '../kept-key.js';
import { serviceUrl } from '../router.js';

const keptKey = new KeptKey('data-access-operator-key', () => {
  if (operatorKey.value !== null) signOut(null);
});

/** The operator key that the service has accepted. Null until the operator has signed in, and after the operator has signed out. */
export const operatorKey = signal<string | null>(null);

/** Why the console has signed the operator out, as the sign-in form shows it. Null if the operator has signed out. */
export const signOutReason = signal<string | null>(null);

/** No complete answer of the service came. */
class Unanswered extends ToldFailure {}

/** No complete answer came, so it is not known whether the service did what it was asked for. A second request would have another outcome. */
export class Uncertain extends Unanswered {}

/** The service refused a request because of what was sent with it. */
export class Refusal extends ToldFailure {}

/** The service refused the operator key. */
export class WrongKey extends Error {}

/**
 * Signs in with an operator key, if the service accepts it.
 * @throws WrongKey if the service refuses the key, TypeError if the key has characters that a header cannot have, ToldFailure if
 * the service does not answer
 */
export async function signIn(key: string, keep: Keeping): Promise<void> {
  await send(key, 'GET', 'log?limit=1');
  keptKey.keep(key, keep);
  operatorKey.value = key;
  signOutReason.value = null;
}

/** Signs in with the key that this browser has stored, for this tab or for all tabs. Does nothing if none is stored. */
export async function resume(): Promise<void> {
  const key = keptKey.read();
  if (key === null) return;
  try {
    await signIn(key, 'memory');
  } catch (error) {
    if (!(error instanceof WrongKey)) throw error;
    signOut('The operator key was changed. Sign in with the new one.');
  }
}

export function signOut(reason: string | null): void {
  if (reason === null) keptKey.remove();
  else keptKey.expire();
  signOutReason.value = reason;
  operatorKey.value = null;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Sends a request with the operator's key, and reads the answer. If the key is no longer valid, the operator is signed out.
 * @param path the path below `/operator/v1/`
 * @param body is sent as JSON
 * @throws ToldFailure if the service refuses the request or does not answer, WrongKey if the key is no longer valid
 */
export async function ask<T>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  return asOperator<T>(method, path, json, 'application/json', signal);
}

/** The length of the pieces in which a file is sent, in bytes. The service accepts no longer piece. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * Sends a file in pieces. If the connection is lost, the missing rest is sent again.
 * @param announced the upload, as the service answered when it was begun
 * @param onUpload called after each piece, with the state of the upload as the service describes it
 */
export async function sendFile<T extends { readonly upload_id: string; readonly received_bytes: number }>(
  file: Blob,
  announced: T,
  onUpload: (upload: T) => void,
): Promise<T> {
  let upload = announced;
  let losses = 0;
  while (upload.received_bytes < file.size) {
    try {
      upload = await sendPiece<T>(file, upload);
      losses = 0;
    } catch (error) {
      // A proxy that does not reach the service answers without the id of a request.
      const isLost = error instanceof Unanswered || (error instanceof ToldFailure && error.failure.requestId === null);
      losses += 1;
      if (!isLost || losses > maxLosses) throw error;
      await new Promise((resolve) => setTimeout(resolve, losses * 1_000));
      // Asks the service how many bytes of the piece have arrived, so that only the rest is sent again.
      upload = await ask<T>('GET', `uploads/${upload.upload_id}`).catch(() => upload);
    }
    onUpload(upload);
  }
  return upload;
}

/** How many times in a row the connection may be lost. After one more loss the upload fails. */
const maxLosses = 5;

async function sendPiece<T extends { readonly upload_id: string; readonly received_bytes: number }>(
  file: Blob,
  { upload_id: id, received_bytes: start }: T,
): Promise<T> {
  const piece = file.slice(start, start + pieceBytes);
  const path = `uploads/${id}/content?offset=${start}`;
  return asOperator<T>('PUT', path, piece, 'application/octet-stream');
}

/** Sends a request with the operator's key, and reads the answer. @param content the body; undefined for a request without a body */
async function asOperator<T>(
  method: Method,
  path: string,
  content: BodyInit | undefined,
  type: string,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await send<T>(operatorKey.value ?? '', method, path, { content, type, signal });
  } catch (error) {
    if (error instanceof WrongKey) signOut('The operator key was changed. Sign in with the new one.');
    throw error;
  }
}

interface Sent {
  readonly content?: BodyInit | undefined;
  readonly type?: string;
  readonly signal?: AbortSignal | undefined;
}

async function send<T>(
  key: string,
  method: Method,
  path: string,
  { content, type = '', signal }: Sent = {},
): Promise<T> {
  const headers = new Headers({ 'X-Operator-Key': key });
  if (content !== undefined) headers.set('Content-Type', type);
  const lost =
    (requestId: string | null) =>
    (error: unknown): never => {
      throw signal?.aborted === true ? error : unanswered(method, path, requestId);
    };
  const answer = await fetch(`${serviceUrl}/operator/v1/${path}`, {
    method,
    headers,
    ...(content === undefined ? {} : { body: content }),
    ...(signal === undefined ? {} : { signal }),
  }).catch(lost(null));
  if (answer.ok) return answer.json().catch(lost(answer.headers.get('X-Request-Id'))) as Promise<T>;
  if (answer.status === 401) throw new WrongKey();
  const isRefused = [400, 409, 422].includes(answer.status);
  throw new (isRefused ? Refusal : ToldFailure)(await failureIn(answer));
}

/**
 * The requests that have another outcome if they are sent again: they make a second key, or are refused because the tenant exists. All
 * others can be repeated without harm.
 */
const creating = /^(tenants|tenants\/[^/]+\/keys|keys\/[^/]+\/rotate)$/;

/** @param requestId the id that the headers of the answer name; null if they did not come */
function unanswered(method: Method, path: string, requestId: string | null): Unanswered {
  const isUncertain = method === 'POST' && creating.test(path);
  const advice = isUncertain
    ? 'Look whether it was done before you try again.'
    : method === 'GET'
      ? 'Try again.'
      : 'You can try again: nothing is done twice.';
  return new (isUncertain ? Uncertain : Unanswered)(noAnswer(advice, requestId).failure);
}

/** The title of the failure when something does not exist. */
export const notFound = 'Not found';

async function failureIn(answer: Response) {
  const requestId = answer.headers.get('X-Request-Id');
  if (answer.status === 429) {
    const seconds = Number(answer.headers.get('Retry-After') ?? 1);
    return {
      title: 'Too many requests or wrong keys were sent',
      advice: `Try again in ${duration(seconds)}.`,
      waitSeconds: seconds,
      requestId,
    };
  }
  if (answer.status >= 500) return { ...badAnswer, requestId };
  const { detail } = (await answer.json().catch(() => ({}))) as { readonly detail?: unknown };
  const title = answer.status === 404 ? notFound : 'The service refused this';
  return { title, advice: sentenceOf(messageOf(detail)), requestId };
}

/** A message of the service as a sentence: with a capital letter, and with a full stop. */
export function sentenceOf(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}
