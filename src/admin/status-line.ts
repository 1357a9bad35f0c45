import type { Output } from './terminal.js';

const PAINT_MS = 100;
const LINE_MS = 30_000;
const BACK_AND_CLEAR = '\r\u001b[2K';

/** Says how far something has come, in one line of a terminal that is written over; elsewhere in a line now and then. */
export class StatusLine {
  private shownAt = performance.now();
  private isPainted = false;

  constructor(private readonly output: Output) {}

  show(text: string): void {
    const isTerminal = this.output.isTTY === true;
    if (performance.now() - this.shownAt < (isTerminal ? PAINT_MS : LINE_MS)) return;
    this.shownAt = performance.now();
    this.isPainted = isTerminal;
    this.output.write(isTerminal ? `${BACK_AND_CLEAR}${text}` : `${text}\n`);
  }

  /** Writes a line that stays, and not into the one that is written over. */
  note(text: string): void {
    this.end();
    this.output.write(`${text}\n`);
  }

  /** Takes the line away, so that what is written next begins at the margin. */
  end(): void {
    if (this.isPainted) this.output.write(BACK_AND_CLEAR);
    this.isPainted = false;
  }
}
