import { ENGINE_CHOICES, type Engines } from '../engine-capability.ts'
import type { SettingReaders } from './setting-readers.ts'

/**
 * Reads which engine serves each capability.
 *
 * @param options.production A placeholder must be chosen there, because a customer could take it for a result.
 */
export function readEngines({ choice }: SettingReaders, { production }: { production: boolean }): Engines {
  const { pixels, cutout, upscale, synthesis, motion, copy } = ENGINE_CHOICES
  return {
    pixels: choice('PLATELIGHT_ENGINE_PIXELS', pixels, 'local'),
    cutout: choice('PLATELIGHT_ENGINE_CUTOUT', cutout, 'local'),
    upscale: choice('PLATELIGHT_ENGINE_UPSCALE', upscale, 'local'),
    synthesis: choice('PLATELIGHT_ENGINE_SYNTHESIS', synthesis, production ? 'off' : 'preview'),
    motion: choice('PLATELIGHT_ENGINE_MOTION', motion, 'off'),
    copy: choice('PLATELIGHT_ENGINE_COPY', copy, 'local'),
  }
}
