import { inLanguage } from './language.ts'

/** What is done to photos, in the words of people. */
export const operationNames = inLanguage('operations', {
  enhance: 'Enhance',
  'remove-background': 'Remove background',
  'enhance-colors': 'Enhance colours',
  'ai-enhance': 'Enhance in a style',
  'smart-edit': 'Edit towards a goal',
  match: 'Match a menu',
  upscale: 'Enlarge',
  relight: 'Relight',
  'fix-blur': 'Sharpen',
  inpaint: 'Erase and fill',
  'hero-shot': 'Hero shot',
  'smart-layers': 'Split into layers',
  edit: 'Edit in words',
  'chat-edit': 'Edit in a chat',
  'layer-edit': 'Edit a layer',
  compose: 'Compose',
  'process-image': 'Several steps',
  'platform-optimize': 'Ready for a platform',
  'export-platform': 'Fit to a platform',
  generate: 'Generate',
  'generate-v2': 'Generate with references',
  reel: 'Reel',
  asset: 'Menu, poster or flyer',
  'demo-enhance': 'Try it out',
  'caption-copy': 'Captions',
  enrich: 'Brand from a website',
  'batch-process': 'Batch',
  process: 'Batch of steps',
})
type Named = keyof typeof operationNames

/** @example operationName('remove-background') // 'Remove background' */
export const operationName = (name: string): string =>
  name in operationNames ? operationNames[name as Named] : name.replaceAll(/[-_]/g, ' ')
