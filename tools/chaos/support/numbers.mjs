/** 1, 2 and so on. */
export function numbers(count) {
  return Array.from({ length: count }, (_, index) => index + 1);
}
