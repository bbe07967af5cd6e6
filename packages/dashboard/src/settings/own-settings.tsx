import type { UserSettings } from '@platelight/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../messages/messages.ts'
import { settingsMessages as t } from '../messages/settings-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { submitted } from '../ui/submitted.ts'
import { TextField } from '../ui/text-field.tsx'

/** The languages of letters. */
const LOCALES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ar']
const OUTPUTS = ['jpeg', 'png', 'webp', 'avif'] as const
const FORMATS = ['square', 'portrait', 'landscape', 'original'] as const
type Changes = Pick<UserSettings, 'locale' | 'timezone' | 'preset' | 'formats' | 'output_format'>

const languageOf = (locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale

export function OwnSettings({ settings }: { readonly settings: UserSettings }) {
  const queries = useQueryClient()
  const [name, setName] = useState(settings.display_name ?? '')
  const [business, setBusiness] = useState(settings.business_name ?? '')
  const { locale, timezone, preset, formats, output_format } = settings
  const [chosen, choose] = useState<Changes>({ locale, timezone, preset, formats, output_format })
  const save = useMutation({
    mutationFn: async () =>
      session.client.me.updateSettings({
        ...chosen,
        display_name: name.trim() || null,
        business_name: business.trim() || null,
      }),
    onSuccess: (saved) => queries.setQueryData(['settings'], saved),
  })
  const zones = [...new Set([chosen.timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <form className="stack narrow" onSubmit={submitted(() => save.mutate())}>
      <h2>{t.you}</h2>
      <TextField
        label={t.name}
        autoComplete="name"
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextField
        label={t.business}
        autoComplete="organization"
        maxLength={200}
        value={business}
        onChange={({ currentTarget }) => setBusiness(currentTarget.value)}
      />
      <SelectField
        label={t.locale}
        value={chosen.locale}
        onChange={(value) => choose({ ...chosen, locale: value })}
        options={[...new Set([chosen.locale, ...LOCALES])].map((one) => [one, languageOf(one)] as const)}
      />
      <SelectField
        label={t.timezone}
        value={chosen.timezone}
        onChange={(value) => choose({ ...chosen, timezone: value })}
        options={zones}
      />
      <h2>{t.defaults}</h2>
      <p className="hint">{t.defaultsHint}</p>
      <SelectField
        label={t.preset}
        value={chosen.preset}
        onChange={(value) => choose({ ...chosen, preset: value as Changes['preset'] })}
        options={Object.entries(t.presets)}
      />
      <SelectField
        label={t.output}
        value={chosen.output_format}
        onChange={(value) => choose({ ...chosen, output_format: value as Changes['output_format'] })}
        options={OUTPUTS}
      />
      <fieldset className="checks">
        <legend>{t.formats}</legend>
        {FORMATS.map((format) => (
          <label key={format} className="check">
            <input
              type="checkbox"
              checked={chosen.formats.includes(format)}
              onChange={({ currentTarget: { checked } }) =>
                choose({
                  ...chosen,
                  formats: FORMATS.filter((one) => (one === format ? checked : chosen.formats.includes(one))),
                })
              }
            />
            {messages.studio.format[format]}
          </label>
        ))}
      </fieldset>
      <Problem error={save.error} />
      <div className="row">
        <Button kind="main" type="submit" busy={save.isPending}>
          {t.save}
        </Button>
        {save.isSuccess && <output className="quiet">{t.saved}</output>}
      </div>
    </form>
  )
}
