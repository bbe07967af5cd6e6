import type { CandidateFeatures } from './candidate-features.ts'

/** The features with weights. Growth only counts as a difference to the first mask. */
export const FEATURES = [
  ...(['edge', 'newEdge', 'innerChroma', 'innerLight', 'innerSmooth', 'outerTexture'] as const),
  ...(['solidity', 'frame', 'bestOverlap', 'held', 'salience', 'scatter'] as const),
  ...(['ware', 'wareLikelihood'] as const),
] as const satisfies (keyof CandidateFeatures)[]
export type Weights = { readonly [name in (typeof FEATURES)[number]]?: number }

export interface ChoiceWeights {
  /** What a candidate's score adds up from, in the features' own units. */
  readonly score: Weights
  /** What growing beyond the first mask is worth, by what that mask looks like: food is colourful up to its outline. */
  readonly growth: Weights
  /** The log odds that the overlap of the chosen candidate with the true subject is at least 0.9. */
  readonly confidence: { readonly intercept: number; readonly features: Weights }
  /** The probability that becomes a confidence of 0.9. From it on no fitted picture was wrong. */
  readonly sure: number
}

/**
 * Fitted by softmax regression over the candidates of each picture (McFadden 1974) on the `fitted` half of the masks drawn
 * by hand, on crops of those photos, and on the same photos with the drawn food in place of the mask. Chosen by eightfold
 * cross-validation over photos. The confidence is a logistic regression on the same pictures, each scored by a model that
 * had not seen its photo.
 */
export const WITHOUT_WARE: ChoiceWeights = {
  score: {
    edge: 1.712,
    newEdge: 1.559,
    innerChroma: -1.913,
    innerLight: 1.347,
    solidity: 5.626,
    frame: -2.223,
    bestOverlap: 1.813,
    held: 3.04,
    salience: 2.129,
  },
  growth: { innerChroma: 3.86, outerTexture: 3.929, frame: 6.855 },
  confidence: {
    intercept: -22.827,
    features: {
      edge: -2.617,
      newEdge: 7.288,
      innerChroma: -1.421,
      innerSmooth: 2.127,
      outerTexture: -2.618,
      solidity: 10.26,
      frame: 1.873,
      bestOverlap: 3.192,
      held: 7.475,
      scatter: -1.419,
    },
  },
  sure: 0.88,
}

/**
 * Where the ware network is there too. The other weights stay in proportion to one another, so that only a few numbers are
 * fitted: to the same photos, each seen by a member of the network that was not trained on it, and to the drawn food in
 * place of what the cut-out network sees. The surest of those photos that was wrong had a probability of 0.934;
 * 74 close-ups cut from them, which no weight was fitted to, moved the limit to 0.945.
 */
export const WITH_WARE: ChoiceWeights = {
  score: {
    edge: 1.686,
    newEdge: 1.536,
    innerChroma: -1.884,
    innerLight: 1.327,
    solidity: 5.542,
    frame: -2.19,
    bestOverlap: 1.786,
    held: 2.994,
    salience: 2.097,
    wareLikelihood: 1.469,
  },
  growth: { innerChroma: 3.802, outerTexture: 3.87, frame: 6.752 },
  confidence: {
    intercept: -18.549,
    features: {
      edge: -1.568,
      newEdge: 4.366,
      innerChroma: -0.851,
      innerSmooth: 1.274,
      outerTexture: -1.568,
      solidity: 6.146,
      frame: 1.122,
      bestOverlap: 1.912,
      held: 4.478,
      scatter: -0.85,
      ware: 7.359,
    },
  },
  sure: 0.945,
}
