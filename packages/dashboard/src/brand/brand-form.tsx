import type { BrandParams, BrandProfile } from '@platelight/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { settingsMessages as t } from '../messages/settings-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { submitted } from '../ui/submitted.ts'
import { TextField } from '../ui/text-field.tsx'
import { BRAND } from './brand-page.tsx'

const WORDS = [
  ['business_name', t.business, 200],
  ['tagline', t.tagline, 200],
  ['cuisine', t.cuisine, 100],
  ['tone', t.tone, 200],
  ['website', t.website, 2048],
  ['phone', t.phone, 50],
  ['address', t.address, 500],
] as const
const MOST_COLOURS = 6
const NEW_COLOUR = '#9a3b12'

type Words = Record<(typeof WORDS)[number][0], string>

interface BrandFormProps {
  readonly profile: BrandProfile
  /** Whether the form before this one was saved, which began this one. */
  readonly isSaved: boolean
  readonly onSave: (isSaved: boolean) => void
}

export function BrandForm({ profile, isSaved, onSave }: BrandFormProps) {
  const queries = useQueryClient()
  const id = useId()
  const [words, setWords] = useState(
    () => Object.fromEntries(WORDS.map(([name]) => [name, profile[name] ?? ''])) as Words,
  )
  /** Undefined until somebody changes them, so that those of the logo do not become the restaurant's own. */
  const [colours, setColours] = useState<readonly string[]>()
  const [logo, setLogo] = useState<File>()
  const save = useMutation({
    mutationFn: async () => {
      const own = colours && (colours.length > 0 ? [...colours] : [''])
      const form: BrandParams = { ...words, ...(own && { colors: own }), ...(logo && { logo_image: logo }) }
      return session.client.brand.upload(form)
    },
    onMutate: () => onSave(false),
    onSuccess: (saved) => {
      onSave(true)
      queries.setQueryData(BRAND, saved)
    },
  })
  const shown = colours ?? profile.colors
  return (
    <form className="stack narrow" onSubmit={submitted(() => save.mutate())}>
      <div className="field">
        <label htmlFor={id}>{t.logo}</label>
        {profile.logo ? (
          <img className="brand-logo" src={profile.logo.url} alt={t.logoAlt} />
        ) : (
          <p className="quiet">{t.noLogo}</p>
        )}
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => setLogo(currentTarget.files?.[0])}
        />
        <p id={`${id}-hint`} className="hint">
          {t.logoHint}
        </p>
      </div>
      {WORDS.map(([name, label, maxLength]) => (
        <TextField
          key={name}
          label={label}
          maxLength={maxLength}
          value={words[name]}
          {...(name === 'tone' && { hint: t.toneHint })}
          onChange={({ currentTarget }) => setWords({ ...words, [name]: currentTarget.value })}
        />
      ))}
      <fieldset>
        <legend>{t.colours}</legend>
        <p className="hint">{t.coloursHint}</p>
        <div className="brand-colours">
          {shown.map((colour, index) => (
            // A colour may stand there twice, and its place is its meaning.
            <span key={index}>
              <input
                type="color"
                aria-label={t.colour(index + 1)}
                value={colour}
                onChange={({ currentTarget }) =>
                  setColours(shown.map((one, at) => (at === index ? currentTarget.value : one)))
                }
              />
              <button
                type="button"
                className="icon-button"
                aria-label={t.removeColour(index + 1)}
                onClick={() => setColours(shown.filter((_, at) => at !== index))}
              >
                <X aria-hidden />
              </button>
            </span>
          ))}
          {shown.length < MOST_COLOURS && (
            <Button className="small" onClick={() => setColours([...shown, NEW_COLOUR])}>
              <Plus aria-hidden />
              {t.addColour}
            </Button>
          )}
        </div>
      </fieldset>
      <Problem error={save.error} />
      <div className="row">
        <Button kind="main" type="submit" busy={save.isPending}>
          {t.save}
        </Button>
        {isSaved && <output className="quiet">{t.saved}</output>}
      </div>
    </form>
  )
}
