"""Fits how candidates are chosen, and how sure the choice is, where the ware network is there.

    python fit_choice.py CANDIDATES.jsonl FOOD_CANDIDATES.jsonl

The weights that hold without that network stay in proportion to one another, and only what the network says of a candidate is
new, so few numbers are fitted to few photos. Only the fitted half is used, each photo as a member saw it that was not
trained on it; `--judge` measures the other half at the end. The second file has the same photos as if the cut-out network
had seen the drawn food and nothing else, which is how it mostly fails.
"""

import json
import math
import sys

import numpy as np
from scipy.optimize import minimize

# WITHOUT_WARE of choice-weights.ts.
SCORE = {"edge": 1.712, "newEdge": 1.559, "innerChroma": -1.913, "innerLight": 1.347, "solidity": 5.626}
SCORE |= {"frame": -2.223, "bestOverlap": 1.813, "held": 3.04, "salience": 2.129}
GROWTH = {"innerChroma": 3.86, "outerTexture": 3.929, "frame": 6.855}
CONFIDENCE = {"edge": -2.617, "newEdge": 7.288, "innerChroma": -1.421, "innerSmooth": 2.127, "outerTexture": -2.618}
CONFIDENCE |= {"solidity": 10.26, "frame": 1.873, "bestOverlap": 3.192, "held": 7.475, "scatter": -1.419}
INTERCEPT = -22.827

GOOD = 0.9
"""Overlap from which a candidate is right."""
SHARPNESS = 0.03
"""Difference of overlaps that matters."""
FOOD_WEIGHT = 0.5
L2 = 0.3
SCALE = np.array([3.0, 0.1])
"""How far the log odds and the overlap with the network vary."""


def dot(weights, features):
    return sum(weight * features[name] for name, weight in weights.items())


class Picture:
    def __init__(self, line, weight=1.0):
        one = json.loads(line)
        self.name, self.half, self.weight = one["name"], one["half"], weight
        features = [row["features"] for row in one["candidates"]]
        self.sources = [row["source"] for row in one["candidates"]]
        self.iou = np.array([row["iou"] for row in one["candidates"]])
        first = features[self.sources.index("first")] if "first" in self.sources else features[0]
        self.growth = np.array([each["growth"] for each in features])
        score = [dot(SCORE, each) for each in features] + (self.growth - first["growth"]) * dot(GROWTH, first)
        odds = [INTERCEPT + dot(CONFIDENCE, each) for each in features]
        likelihood, overlap = ([each[name] for each in features] for name in ("wareLikelihood", "ware"))
        self.score, self.odds = np.column_stack([score, likelihood]), np.column_stack([odds, overlap])


def fit_score(pictures):
    """Softmax regression over the candidates of each picture. @returns the common factor and the weight of the likelihood"""
    targets = [np.exp((picture.iou - picture.iou.max()) / SHARPNESS) for picture in pictures]
    start, strength = np.array([1.0, 0.0]), L2 * np.array([1, 0.02])

    def loss(w):
        total, slope = (strength * (w - start) ** 2).sum(), 2 * strength * (w - start)
        for picture, target in zip(pictures, targets):
            score = picture.score @ w
            exps = np.exp(score - score.max())
            share, target = exps / exps.sum(), target / target.sum()
            total -= picture.weight * (target * np.log(share + 1e-300)).sum()
            slope = slope + picture.weight * picture.score.T @ (share - target)
        return total, slope

    return minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[(0.2, None), (0, None)]).x


def fit_confidence(pictures, chosen):
    """Logistic regression. @returns the common factor, the weight of the overlap, and the intercept"""
    x = np.array([picture.odds[i] for picture, i in zip(pictures, chosen)])
    right = np.array([1 if picture.iou[i] >= GOOD else -1 for picture, i in zip(pictures, chosen)])
    weights = np.array([picture.weight for picture in pictures])
    middle = x.mean(0)

    def loss(w):
        odds = (x - middle) / SCALE @ w[:2] + w[2]
        return (weights * np.logaddexp(0, -right * odds)).sum() + L2 * (w[:2] ** 2).sum()

    w = minimize(loss, np.array([0.5, 0.5, 0]), method="L-BFGS-B", bounds=[(0, None), (0, None), (None, None)]).x
    return np.array([*(w[:2] / SCALE), w[2] - middle @ (w[:2] / SCALE)])


def sure(picture, i, confidence):
    return 1 / (1 + math.exp(-(picture.odds[i] @ confidence[:2] + confidence[2])))


def choose(picture, w, confidence):
    """As choose-candidate.ts does, but for plates that the frame cuts."""
    score = picture.score @ w
    best = int(score.argmax())
    if sure(picture, best, confidence) >= 0.5 or picture.growth[best] < math.log(4 / 3):
        return best
    seen = [i for i, source in enumerate(picture.sources) if source not in ("grown", "ware")]
    return max(seen, key=lambda i: score[i]) if seen else best


def describe(pictures, chosen, confidences):
    values = np.array([picture.iou[i] for picture, i in zip(pictures, chosen)])
    best = np.array([picture.iou.max() for picture in pictures])
    text = f"{(values >= GOOD).sum()} of {len(values)} right, mean {values.mean():.3f}; "
    text += f"of the best candidates {(best >= GOOD).sum()}, {best.mean():.3f}; right by probability:"
    for low, high in ((0.95, 1.01), (0.9, 0.95), (0.7, 0.9), (0.5, 0.7), (0, 0.5)):
        inside = [value >= GOOD for value, p in zip(values, confidences) if low <= p < high]
        text += f" from {low} {sum(inside)} of {len(inside)},"
    wrong = [p for value, p in zip(values, confidences) if value < GOOD]
    return f"{text} surest wrong {max(wrong, default=0):.3f}"


def main(photos_path, food_path, judge):
    pictures = [Picture(line) for line in open(photos_path)]
    photos = [picture for picture in pictures if picture.half == "fitted"]
    fitted = photos + [Picture(line, FOOD_WEIGHT) for line in open(food_path)]
    others = lambda picture: [i for i, other in enumerate(fitted) if other.name != picture.name]
    left_out = []
    for picture in fitted:
        w = fit_score([fitted[i] for i in others(picture)])
        left_out.append(int((picture.score @ w).argmax()))
    confidences = []
    for picture, i in zip(fitted, left_out):
        rest = others(picture)
        confidences.append(sure(picture, i, fit_confidence([fitted[j] for j in rest], [left_out[j] for j in rest])))
    count = len(photos)
    print("photos, each left out:", describe(photos, left_out[:count], confidences[:count]))
    print("food, each left out:", describe(fitted[count:], left_out[count:], confidences[count:]))
    w, c = fit_score(fitted), fit_confidence(fitted, left_out)
    print("score: factor and likelihood", np.round(w, 3), "confidence: factor, overlap and intercept", np.round(c, 3))
    print("intercept with that of the other features", round(c[2] + c[0] * INTERCEPT, 3))
    if judge:
        judged = [picture for picture in pictures if picture.half == "judged"]
        chosen = [choose(picture, w, c) for picture in judged]
        print("judged:", describe(judged, chosen, [sure(picture, i, c) for picture, i in zip(judged, chosen)]))


if __name__ == "__main__":
    main(*sys.argv[1:3], "--judge" in sys.argv)
