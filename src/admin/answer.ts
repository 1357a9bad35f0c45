/** Prints the one JSON document that a command answers with. */
export function answer(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document)}\n`);
}
