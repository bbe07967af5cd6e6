// Tests that try things at random try a few with a fixed seed, so that a change is judged by the same cases as the one before.
// `npm run test:nightly` sets TEST_SEED, and then they try many others. `TEST_SEED=7 npx vitest run FILE` repeats a night.
const given = process.env.TEST_SEED

/** The seed of what is tried at random. */
export const seed = Number(given ?? 20_261_121)

/** How much is tried: `bounded` with the fixed seed, `long` at night. */
export const effort = (bounded: number, long: number): number => (given === undefined ? bounded : long)
