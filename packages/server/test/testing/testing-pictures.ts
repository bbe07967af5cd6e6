// Photos that are drawn in code.
// Scripts reach the server through these entries, its programs and the SDK, and in no other way.

export { dishPhoto } from '../support/dish-photos.ts'
