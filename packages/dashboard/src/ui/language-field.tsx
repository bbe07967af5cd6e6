import { chooseLanguage, currentLanguage, LANGUAGES, type Language } from '../messages/language.ts'
import { messages } from '../messages/messages.ts'
import { SelectField } from './select-field.tsx'

/** The language of the dashboard, for this browser. */
export const LanguageField = () => (
  <SelectField
    label={messages.language}
    value={currentLanguage()}
    options={Object.entries(LANGUAGES)}
    onChange={(language) => void chooseLanguage(language as Language)}
  />
)
