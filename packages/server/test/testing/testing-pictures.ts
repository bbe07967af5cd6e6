// Photos drawn in code. Scripts use the server only through the entries of this folder, its programs and the SDK.

export { dishPhoto } from '../support/dish-photos.ts'
