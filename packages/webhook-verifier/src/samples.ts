import type { WebhookEvents } from './events.ts'
import { exampleData } from './generated/event-examples.ts'

const original = { url: 'https://photos.example.com/originals/ramen.jpg', width: 4032, height: 3024 }
const preset = 'delivery-optimized'

/** Sample data of each event for a given time: the examples of the document, and a photo in two formats. */
export const sampleData = (now: string): { readonly [Type in keyof WebhookEvents]: WebhookEvents[Type]['data'] } => ({
  ...exampleData(now),
  'photo.enhancement.started': {
    photo: { id: 'run_sample', status: 'processing', original, metadata: { preset } },
  },
  'photo.enhancement.completed': {
    photo: {
      id: 'run_sample',
      status: 'completed',
      creditsUsed: 1,
      original,
      enhanced: {
        square: 'https://photos.example.com/enhanced/ramen-square.jpg',
        landscape: 'https://photos.example.com/enhanced/ramen-landscape.jpg',
      },
      metadata: { preset, processedAt: now, processingTime: 2.4 },
      engine: 'local',
      faithfulness: 'faithful',
      warnings: [],
    },
  },
  'photo.enhancement.failed': {
    photo: { id: 'run_sample', status: 'failed', metadata: { preset } },
    error: { code: 'image_unreadable', message: 'The JPEG file is cut off and cannot be read to its end.' },
  },
})
