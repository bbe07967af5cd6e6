import type { WebhookEvents } from './events.ts'

const original = { url: 'https://photos.example.com/originals/ramen.jpg', width: 4032, height: 3024 }
const preset = 'delivery-optimized'

/** What each event carries, made for one moment. */
export const sampleData = (now: string): { readonly [Type in keyof WebhookEvents]: WebhookEvents[Type]['data'] } => ({
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
    error: { code: 'image_unreadable', message: 'The file does not decode as an image.' },
  },
  'photo.deleted': { photo: { id: 'run_sample', deletedAt: now } },
  'credit.purchased': {
    credits: { amount: 50, balance: 97, source: 'appstore', transactionId: '2000000123' },
  },
  'credit.depleted': {
    credits: { balance: 0, upgradeUrl: 'https://photos.example.com/dashboard/billing' },
  },
})
