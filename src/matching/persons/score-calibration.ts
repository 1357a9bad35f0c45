/**
 * The measured confidence for each score of a person. Between two scores it is interpolated. The command
 * `npm run bench:matching -- --calibrate` measures it again and replaces the pairs.
 */
export const calibration: readonly (readonly [score: number, confidence: number])[] = [
  [0.825, 0.9895],
  [0.875, 0.9905],
  [0.925, 0.9936],
  [0.975, 0.9946],
];

/** The probability that a person with a score is the right one. It increases with the score. */
export function confidenceOfScore(score: number): number {
  return interpolated(score, calibration);
}

/** The score that belongs to a confidence; the inverse of {@link confidenceOfScore}. */
export function scoreOfConfidence(confidence: number): number {
  return interpolated(
    confidence,
    calibration.map(([score, of]) => [of, score] as const),
  );
}

/**
 * The value at a position on the line between the two nearest points. Before the first point and after the last point, the
 * nearest line is continued.
 */
function interpolated(position: number, points: readonly (readonly [position: number, value: number])[]): number {
  const next = points.findIndex(([at]) => at >= position);
  const end = Math.min(Math.max(next === -1 ? points.length - 1 : next, 1), points.length - 1);
  const [[fromAt, from] = [0, 0], [toAt, to] = [1, 1]] = [points[end - 1], points[end]];
  return from + ((position - fromAt) / (toAt - fromAt)) * (to - from);
}
