/** The most characters and entries of each text, as in the document. */
export const CAPTION_BOUNDS = { headline: 80, caption: 300, altText: 200, hashtags: 10, hashtag: 40 } as const
export const BRIEF_BOUNDS = { prompt: 4000, part: 500, props: 20, prop: 200 } as const
