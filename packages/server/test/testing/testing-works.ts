// The work of operations on pixels, without the rest of the server. Scripts use the server only through the entries of
// this folder, its programs and the SDK.

export { ffmpegFilms } from '../../src/engines/films/ffmpeg-films.ts'
export { assetWork } from '../../src/operations/assets/asset-work.ts'
export { instructedWork } from '../../src/operations/edit/instructed-work.ts'
export { enhancePhoto } from '../../src/operations/enhance/enhance-photo.ts'
export { exportPlatformWork } from '../../src/operations/export-platform/export-platform-work.ts'
export { fixBlurWork } from '../../src/operations/fix-blur/fix-blur-work.ts'
export { previewWork } from '../../src/operations/generate/preview-work.ts'
export { inpaintWork } from '../../src/operations/inpaint/inpaint-work.ts'
export { readInstruction } from '../../src/operations/instructions/read-instruction.ts'
export { matchWork } from '../../src/operations/match/match-work.ts'
export { assessSubject } from '../../src/operations/picture/subject-warnings.ts'
export { BUILT_IN } from '../../src/operations/platforms/platform-registry.ts'
export { type Platform, ratioOf, termsOf } from '../../src/operations/platforms/platform-terms.ts'
export { reelWork } from '../../src/operations/reel/reel-work.ts'
export { upscaleWork } from '../../src/operations/upscale/upscale-work.ts'
