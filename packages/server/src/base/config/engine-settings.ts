import { type Capability, ENGINE_CHOICES, type Engines } from '../engine-capability.ts'
import type { SettingReaders } from './setting-readers.ts'

/** Reads which engine serves each capability, apart from those that providers can have. */
export function readEngines({ choice }: SettingReaders): Pick<Engines, 'pixels' | 'upscale' | 'copy'> {
  const { pixels, upscale, copy } = ENGINE_CHOICES
  return {
    pixels: choice('PLATELIGHT_ENGINE_PIXELS', pixels, 'local'),
    upscale: choice('PLATELIGHT_ENGINE_UPSCALE', upscale, 'local'),
    copy: choice('PLATELIGHT_ENGINE_COPY', copy, 'local'),
  }
}

/** The capabilities for which a process has an engine. The one that makes films needs a program. */
export const ableTo = (wanted: readonly Capability[], engines: Engines, ffmpeg: string | undefined): Capability[] =>
  wanted.filter((name) => engines[name] !== 'off' && (name !== 'motion' || ffmpeg !== undefined))
