import { DomainError } from '../errors/domain-error.js';
import type { Exchange } from './exchange.js';

/** Requests below this size are not counted: even a thousand of them take little memory. */
const minCountedBytes = 128 * 1024;

/** How long a request waits to be admitted, in milliseconds. */
export const admissionTimeoutMs = 5_000;

/** The token under which Nest injects the timeout of the gates. */
export const admissionTimeoutToken = Symbol('AdmissionTimeout');

/** By then some of the requests under way have ended. */
const retryAfterSeconds = 5;

interface Waiting {
  readonly admission: Admission;
  readonly more: number;
  readonly admit: () => void;
}

/**
 * Bounds the bytes that all requests under way hold in memory. A request is admitted with its estimated size, or waits until
 * others have released theirs. A tenant gets half of what the others leave, so that none gets all.
 */
export class AdmissionGate {
  private readonly heldBy = new Map<string, number>();
  private held = 0;
  private readonly waiting = new Set<Waiting>();

  /**
   * @param capacity in bytes
   * @param timeoutMs of the wait of a request
   */
  constructor(
    private readonly capacity: number,
    private readonly timeoutMs: number,
  ) {}

  /** The share of a request that holds nothing yet; it is admitted by {@link Admission.grow}. */
  newAdmission(tenantId: string): Admission {
    return new Admission(tenantId, this);
  }

  /**
   * Waits until a request of the tenant may hold this many bytes.
   * @throws DomainError SERVICE_BUSY after the timeout
   */
  async admit(tenantId: string, bytes: number): Promise<Admission> {
    const admission = this.newAdmission(tenantId);
    await admission.grow(bytes);
    return admission;
  }

  /** Counts further bytes for an admission once there is room for them. Called by admissions only. */
  async addWhenFree(admission: Admission, more: number): Promise<void> {
    if (this.hasRoom(admission, more)) {
      this.changeHeld(admission, more);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        admission,
        more,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(new DomainError('SERVICE_BUSY', undefined, { 'Retry-After': String(retryAfterSeconds) }));
      }, this.timeoutMs);
      this.waiting.add(waiting);
    });
  }

  /** Called by admissions only. */
  giveBack(admission: Admission, bytes: number): void {
    this.changeHeld(admission, -bytes);
    for (const waiting of this.waiting) {
      if (!this.hasRoom(waiting.admission, waiting.more)) continue;
      this.waiting.delete(waiting);
      this.changeHeld(waiting.admission, waiting.more);
      waiting.admit();
    }
  }

  /** The bytes that are counted for a request. One larger than half of the capacity counts as half, so that it can be admitted. */
  countedBytes(bytes: number): number {
    return bytes < minCountedBytes ? 0 : Math.min(bytes, this.capacity / 2);
  }

  private hasRoom({ tenantId, bytes }: Admission, more: number): boolean {
    if (this.held + more > this.capacity) return false;
    const own = this.heldBy.get(tenantId) ?? 0;
    const isOnly = own === bytes;
    return isOnly || own + more <= (this.capacity - (this.held - own)) / 2;
  }

  /** @param change bytes to add; negative to give back */
  private changeHeld(admission: Admission, change: number): void {
    admission.bytes += change;
    this.held += change;
    const own = (this.heldBy.get(admission.tenantId) ?? 0) + change;
    if (own === 0) this.heldBy.delete(admission.tenantId);
    else this.heldBy.set(admission.tenantId, own);
  }
}

/** The share of one request. */
export class Admission {
  /** Bytes counted for the request; the gate sets them. */
  bytes = 0;

  constructor(
    readonly tenantId: string,
    private readonly gate: AdmissionGate,
  ) {}

  /**
   * Waits until the request may hold this many bytes in total.
   * @throws DomainError SERVICE_BUSY after the timeout
   */
  async grow(bytes: number): Promise<void> {
    const more = this.gate.countedBytes(bytes) - this.bytes;
    if (more > 0) await this.gate.addWhenFree(this, more);
  }

  /** Gives back what the request was admitted for and does not hold, so that it holds this many bytes. */
  shrink(bytes: number): void {
    const surplus = this.bytes - this.gate.countedBytes(bytes);
    if (surplus > 0) this.gate.giveBack(this, surplus);
  }

  /** Releases the bytes, once the request holds none. Repeated calls do nothing. */
  release(): void {
    if (this.bytes > 0) this.gate.giveBack(this, this.bytes);
  }

  /** Releases the bytes once the answer was sent or cannot be sent. Called when the work is done: until then it holds them. */
  releaseWhenAnswered({ whenAnswered }: Pick<Exchange, 'whenAnswered'>): void {
    if (this.bytes === 0) return;
    whenAnswered(() => {
      this.release();
    });
  }
}

/**
 * The memory that a parsed JSON value takes, in bytes: 60 in a batch of companies, up to 150 in objects of which no two have a
 * name in common.
 */
const bytesOfValue = 100;

/** The memory that a JSON body takes, in bytes. */
export function weightOfJson(bytes: number, values: number): number {
  return bytes + values * bytesOfValue;
}

/** For bodies and what is parsed from them, from before they are read until the handler has ended. */
export class BodyGate extends AdmissionGate {}

/** For the answers of enrichments, from before the look-up until they are sent. */
export class AnswerGate extends AdmissionGate {}

/** For streams of signals, apart from enrichments, because a stream may take minutes. */
export class StreamGate extends AdmissionGate {}
