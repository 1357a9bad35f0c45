import { Injectable } from '@nestjs/common';

type MessageId = string | number;

/** The parts of a message that decide whether it is a call of a tool, or cancels one. */
interface ReadMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown } | null;
}

/** A call of a tool that is not answered yet. */
export interface CallUnderWay {
  isCancelled: boolean;
}

/**
 * The calls that this process has not answered yet, so that a client can cancel one by the message `notifications/cancelled`. Clients of
 * the revisions before 2026 send it and leave the connection of the call open; later ones close the connection.
 *
 * The service keeps no sessions: a call is known by its API key and the id of its message, and two agents with one key may use the
 * same id. When several such calls are under way, the message cancels none. A process sees only its own calls.
 */
@Injectable()
export class CallsUnderWay {
  private readonly calls = new Map<string, Set<CallUnderWay>>();

  /** Does the work of a message; a message that cancels a call takes effect before. */
  async during<T>(keyId: string, message: unknown, work: (call: CallUnderWay) => Promise<T>): Promise<T> {
    const { id, method, params } = messageOf(message);
    const call = { isCancelled: false };
    if (method === 'notifications/cancelled' && isMessageId(params?.requestId)) this.cancel(keyId, params.requestId);
    if (method !== 'tools/call' || !isMessageId(id)) return work(call);
    const name = nameOf(keyId, id);
    const sameId = this.calls.get(name) ?? new Set();
    this.calls.set(name, sameId.add(call));
    try {
      return await work(call);
    } finally {
      sameId.delete(call);
      if (sameId.size === 0) this.calls.delete(name);
    }
  }

  private cancel(keyId: string, id: MessageId): void {
    const [call, ...others] = this.calls.get(nameOf(keyId, id)) ?? [];
    if (call !== undefined && others.length === 0) call.isCancelled = true;
  }
}

function messageOf(message: unknown): ReadMessage {
  return typeof message === 'object' && message !== null ? message : {};
}

function isMessageId(id: unknown): id is MessageId {
  return typeof id === 'string' || typeof id === 'number';
}

/** The ids 1 and "1" are different. */
function nameOf(keyId: string, id: MessageId): string {
  return `${keyId} ${JSON.stringify(id)}`;
}
