import { describe, expect, it } from '@jest/globals';
import { minMatchScore } from './person-match.js';
import { calibration, confidenceOfScore, scoreOfConfidence } from './score-calibration.js';

const scores = Array.from({ length: 201 }, (_, index) => minMatchScore + (index / 200) * (1 - minMatchScore));

describe('confidenceOfScore', () => {
  it('returns the measured confidence for each measured score', () => {
    for (const [score, confidence] of calibration) expect(confidenceOfScore(score)).toBeCloseTo(confidence, 10);
  });

  it('increases with the score, and stays between 0 and 1', () => {
    const confidences = scores.map(confidenceOfScore);
    for (const [index, confidence] of confidences.entries()) {
      expect(confidence).toBeGreaterThan(index === 0 ? 0 : (confidences[index - 1] ?? 1));
      expect(confidence).toBeLessThan(1);
    }
  });
});

describe('scoreOfConfidence', () => {
  it('is the inverse of confidenceOfScore', () => {
    for (const score of scores) expect(scoreOfConfidence(confidenceOfScore(score))).toBeCloseTo(score, 10);
  });
});
