import type { AssetParams, AssetResult } from '@platelight/sdk'
import { useId, useState } from 'react'
import { ASSET_PRESETS, type ASSET_TYPES, RESOLUTIONS } from '../../generated/form-values.ts'
import { kindMessages as kinds, printMessages as t } from '../../messages/making-messages.ts'
import { session } from '../../session/dashboard-session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeTabs } from '../code/code-tabs.tsx'
import { assetCall } from '../code/making-calls.ts'
import { Price } from '../price.tsx'
import type { Shot } from '../shots.ts'
import { FollowedWork } from '../work/followed-work.tsx'
import { titleOf } from '../work/studio-operation.ts'
import { useFollowedCall } from '../work/use-followed-call.ts'
import { Prints } from './prints.tsx'

const PATH = '/api/mobile/assets'
const MOST_PHOTOS = 4
const MOST = { line: 300, name: 200, style: 4000, menu: 20_000 }

type Words = Required<Pick<AssetParams, 'headline' | 'offer' | 'business_name' | 'prompt' | 'source_text'>>
const NO_WORDS: Words = { headline: '', offer: '', business_name: '', prompt: '', source_text: '' }

interface PrintPanelProps {
  readonly type: (typeof ASSET_TYPES)[number]
  readonly shots: readonly Shot[]
}

/** Photos and words as a menu, flyer, post, poster or banner. */
export function PrintPanel({ type, shots }: PrintPanelProps) {
  const menuId = useId()
  const [words, setWords] = useState(NO_WORDS)
  const [preset, setPreset] = useState<string>(ASSET_PRESETS[0])
  const [resolution, setResolution] = useState<(typeof RESOLUTIONS)[number]>('2K')
  const [made, setMade] = useState('')
  const work = useFollowedCall<AssetResult>()
  const { client } = session
  const isMenu = type === 'menu'
  const files = shots.slice(0, MOST_PHOTOS).map(({ file }) => file)
  const { source_text, ...lines } = words
  const form: AssetParams = {
    asset_type: type,
    preset,
    resolution,
    ...Object.fromEntries(Object.entries(isMenu ? words : lines).filter(([, text]) => text !== '')),
  }
  const hasSomething =
    files.length > 0 ||
    [words.headline, words.offer, words.business_name].some(Boolean) ||
    (isMenu && source_text !== '')
  const change = (part: Partial<Words>) => setWords({ ...words, ...part })
  /** What was made is of these words and photos. */
  const state = JSON.stringify([form, files.map(({ name, size }) => [name, size])])
  const start = () => {
    setMade(state)
    void work.start((handle) => client.assets.create({ ...form, reference_images: files }, handle))
  }
  const line = (name: keyof Omit<Words, 'source_text'>, label: string, hint: string, most: number) => (
    <TextField
      label={label}
      hint={hint}
      maxLength={most}
      value={words[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  )
  return (
    <div className="making stack">
      <p className="hint">
        {t.photos(files.length)} {shots.length > MOST_PHOTOS && t.onlyFour}
      </p>
      <div className="options">
        {line('headline', t.headline, t.headlineHint, MOST.line)}
        {line('offer', t.offer, t.offerHint, MOST.line)}
        {line('business_name', t.business, t.businessHint, MOST.name)}
        {line('prompt', t.style, t.styleHint, MOST.style)}
        <SelectField
          label={t.occasion}
          value={preset}
          onChange={setPreset}
          options={ASSET_PRESETS.map((id) => [id, titleOf(id)] as const)}
        />
        <SelectField
          label={t.resolution}
          value={resolution}
          onChange={(size) => setResolution(RESOLUTIONS.find((one) => one === size) ?? '2K')}
          options={RESOLUTIONS}
        />
      </div>
      {isMenu && (
        <div className="field">
          <label htmlFor={menuId}>{t.menuText}</label>
          <textarea
            id={menuId}
            rows={8}
            maxLength={MOST.menu}
            value={source_text}
            aria-describedby={`${menuId}-hint`}
            onChange={({ currentTarget }) => change({ source_text: currentTarget.value })}
          />
          <p id={`${menuId}-hint`} className="hint">
            {t.menuHint}
          </p>
        </div>
      )}
      {!hasSomething && <p className="quiet">{t.needsWords}</p>}
      <Price
        of={['asset', type, resolution]}
        ask={async () => client.service.estimate({ path: PATH, body: { asset_type: type, resolution, headline: 'a' } })}
        isComplete
        isReady={hasSomething}
        isBusy={work.isWorking}
        action={t.make(kinds[type])}
        onStart={start}
      />
      <FollowedWork name={kinds[type]} work={work} />
      {work.result && <Prints result={work.result} isOld={made !== state} />}
      {hasSomething && (
        <CodeTabs calls={assetCall({ names: files.map(({ name }) => name), form, server: location.origin })} />
      )}
    </div>
  )
}
