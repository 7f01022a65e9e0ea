// The language of the phrases that every label has, where the patient reads another one than the pharmacy's.
import { Language, LANGUAGES } from '@pharmacy-relay/shared/texts/index.ts'
import { useId } from 'preact/hooks'
import { useAgent } from '../../../agent-context.ts'

interface LanguageFieldProps {
  /** Empty: the pharmacy's. */
  readonly value: Language | ''
  readonly onValue: (value: Language | '') => void
}

export function LanguageField({ value, onValue }: LanguageFieldProps) {
  const { prescription: texts } = useAgent().t.windowCounter
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{texts.language}</label>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onValue(Language.safeParse(event.currentTarget.value).data ?? '')}
      >
        <option value="">{texts.ofPharmacy}</option>
        {Language.options.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGES[code].name}
          </option>
        ))}
      </select>
      <p class="quiet" id={`${id}-hint`}>
        {texts.languageHint}
      </p>
    </div>
  )
}
