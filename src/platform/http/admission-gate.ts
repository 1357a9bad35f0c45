import { FairShare, type Holding } from '../async/fair-share.js';
import { DomainError } from '../errors/domain-error.js';
import type { Exchange } from './exchange.js';

/** A request that needs less memory than this, in bytes, is not counted. Even a thousand such requests take little memory. */
const minCountedBytes = 128 * 1024;

/** How long a request waits to be admitted, in milliseconds. */
export const admissionTimeoutMs = 5_000;

export const admissionTimeoutToken = Symbol('AdmissionTimeout');

/**
 * How many seconds a client that was not admitted is told to wait (`Retry-After`). By then some of the running requests have
 * probably ended.
 */
const retryAfterSeconds = 5;

/**
 * Limits the memory that all running requests together use. A request is admitted with the number of bytes that it will probably
 * need. If not enough bytes are free, it waits until other requests have released theirs. So that no tenant takes everything, all
 * requests of one tenant together get at most half of the bytes that other tenants do not hold. A single request of a tenant may
 * take whatever is free.
 */
export class AdmissionGate {
  private readonly share: FairShare;

  /**
   * Makes a gate that has admitted no request yet.
   * @param capacity the maximum number of bytes of all admitted requests together
   * @param timeoutMs how long a request waits to be admitted, in milliseconds
   */
  constructor(
    private readonly capacity: number,
    timeoutMs: number,
  ) {
    const timedOut = (): Error =>
      new DomainError('SERVICE_BUSY', undefined, { 'Retry-After': String(retryAfterSeconds) });
    this.share = new FairShare(capacity, timeoutMs, timedOut);
  }

  /**
   * Makes an admission for a request that does not use memory yet. Its method {@link Admission.grow} later waits for the bytes.
   */
  newAdmission(tenantId: string): Admission {
    return new Admission(tenantId, this);
  }

  /**
   * Waits until a request of the tenant may use this many bytes.
   * @throws DomainError SERVICE_BUSY if not enough bytes become free within the timeout
   */
  async admit(tenantId: string, bytes: number): Promise<Admission> {
    const admission = this.newAdmission(tenantId);
    await admission.grow(bytes);
    return admission;
  }

  /** Waits until more bytes are free for an admission, and counts them for it. Only admissions call this method. */
  addWhenFree(admission: Admission, more: number): Promise<void> {
    return this.share.take(admission, more);
  }

  /** Makes bytes of an admission free again. Only admissions call this method. */
  giveBack(admission: Admission, bytes: number): void {
    this.share.giveBack(admission, bytes);
  }

  /**
   * The number of bytes that are counted for a request that needs `bytes`. At most half of the capacity is counted for one request.
   * Otherwise a request that needs nearly the whole capacity would have to wait until almost all others have ended, and a request
   * that needs more than the capacity could never be admitted.
   */
  countedBytes(bytes: number): number {
    return bytes < minCountedBytes ? 0 : Math.min(bytes, this.capacity / 2);
  }
}

/** The number of bytes that the gate has granted to one request. */
export class Admission implements Holding {
  /** The number of bytes that are counted for the request; the gate sets it. */
  held = 0;

  constructor(
    readonly tenantId: string,
    private readonly gate: AdmissionGate,
  ) {}

  /**
   * Waits until the request may use this many bytes in total.
   * @throws DomainError SERVICE_BUSY if not enough bytes become free within the timeout
   */
  async grow(bytes: number): Promise<void> {
    const more = this.gate.countedBytes(bytes) - this.held;
    if (more > 0) await this.gate.addWhenFree(this, more);
  }

  /** Gives bytes back when it turns out that the request needs only this many. If it has fewer, nothing changes. */
  shrink(bytes: number): void {
    const surplus = this.held - this.gate.countedBytes(bytes);
    if (surplus > 0) this.gate.giveBack(this, surplus);
  }

  /** Gives all bytes of the request back. The request must no longer use the memory. A second call does nothing. */
  release(): void {
    if (this.held > 0) this.gate.giveBack(this, this.held);
  }

  /**
   * Gives all bytes back when the answer was sent, or can no longer be sent. Call it only when the work for the request is done.
   */
  releaseWhenAnswered({ whenAnswered }: Pick<Exchange, 'whenAnswered'>): void {
    if (this.held === 0) return;
    whenAnswered(() => {
      this.release();
    });
  }
}

/**
 * The estimated memory of one value of parsed JSON, in bytes. In a batch of companies a value takes about 60 bytes. It takes up
 * to 150 bytes in objects whose members all have different names.
 */
const bytesOfValue = 100;

/** The memory that a JSON body takes together with the values that are parsed from it, in bytes. */
export function weightOfJson(bytes: number, values: number): number {
  return bytes + values * bytesOfValue;
}

/**
 * Limits the memory of request bodies and of the values that are parsed from them. A body is counted from before it is read until
 * the handler has ended.
 */
export class BodyGate extends AdmissionGate {}

/** Limits the memory of the answers of enrichments. An answer is counted from before the lookup until the answer is sent. */
export class AnswerGate extends AdmissionGate {}

/**
 * Limits the memory of the answers with signals, which are sent as streams. They have a gate of their own, because sending a
 * stream may take minutes.
 */
export class StreamGate extends AdmissionGate {}
