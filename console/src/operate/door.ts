import { signal } from '@preact/signals';
import { badAnswer, noAnswer, ToldFailure } from '../failures.js';
import { duration } from '../format.js';
import { type Keeping, KeptKey } from '../kept-key.js';
import { serviceUrl } from '../router.js';
import { adviceIn } from './refusal-words.js';

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
export class Refused extends ToldFailure {}

/** What a request names does not exist. */
export class NotFound extends ToldFailure {}

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

/** What the service does if a request is sent again. */
type Repeated = 'done once' | 'done again';

/**
 * Sends a request with the operator's key, and reads the answer. If the key is no longer valid, the operator is signed out.
 * @param path the path below `/operator/v1/`
 * @param body is sent as JSON
 * @throws ToldFailure if the service refuses the request or does not answer, WrongKey if the key is no longer valid
 */
export async function ask<T>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  return asOperator<T>(method, path, { content: jsonOf(body), type: 'application/json', signal });
}

/**
 * Does what {@link ask} does, for a POST that has another outcome if it is sent again: it makes a second key, or is refused because the
 * tenant exists.
 * @throws Uncertain if no complete answer comes
 */
export async function askOnce<T>(path: string, body?: object): Promise<T> {
  return asOperator<T>('POST', path, { content: jsonOf(body), type: 'application/json', repeated: 'done again' });
}

const jsonOf = (body: object | undefined): string | undefined =>
  body === undefined ? undefined : JSON.stringify(body);

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
  return asOperator<T>('PUT', path, { content: piece, type: 'application/octet-stream' });
}

/** Sends a request with the operator's key, and reads the answer. */
async function asOperator<T>(method: Method, path: string, sent: Sent): Promise<T> {
  try {
    return await send<T>(operatorKey.value ?? '', method, path, sent);
  } catch (error) {
    if (error instanceof WrongKey) signOut('The operator key was changed. Sign in with the new one.');
    throw error;
  }
}

/** The errors for answers that a screen treats differently from other failures, by the status of the answer. */
const failures: Readonly<Record<number, typeof ToldFailure>> = {
  400: Refused,
  404: NotFound,
  409: Refused,
  422: Refused,
};

interface Sent {
  readonly content?: BodyInit | undefined;
  readonly type?: string;
  readonly signal?: AbortSignal | undefined;
  readonly repeated?: Repeated;
}

async function send<T>(
  key: string,
  method: Method,
  path: string,
  { content, type = '', signal, repeated = 'done once' }: Sent = {},
): Promise<T> {
  const headers = new Headers({ 'X-Operator-Key': key });
  if (content !== undefined) headers.set('Content-Type', type);
  const lost =
    (requestId: string | null) =>
    (error: unknown): never => {
      throw signal?.aborted === true ? error : unanswered(method, repeated, requestId);
    };
  const answer = await fetch(`${serviceUrl}/operator/v1/${path}`, {
    method,
    headers,
    ...(content === undefined ? {} : { body: content }),
    ...(signal === undefined ? {} : { signal }),
  }).catch(lost(null));
  if (answer.ok) return answer.json().catch(lost(answer.headers.get('X-Request-Id'))) as Promise<T>;
  if (answer.status === 401) throw new WrongKey();
  throw new (failures[answer.status] ?? ToldFailure)(await failureIn(answer));
}

/** @param requestId the id that the headers of the answer name; null if they did not come */
function unanswered(method: Method, repeated: Repeated, requestId: string | null): Unanswered {
  if (repeated === 'done again')
    return new Uncertain(noAnswer('Look whether it was done before you try again.', requestId).failure);
  const advice = method === 'GET' ? 'Try again.' : 'You can try again: nothing is done twice.';
  return new Unanswered(noAnswer(advice, requestId).failure);
}

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
  const title = answer.status === 404 ? 'Not found' : 'The service refused this';
  return { title, advice: adviceIn(detail), requestId };
}
