// What must be known of a patient, in words: read on his card, ticked in the form. A code of somebody else's program stays as it is.
import { CROSS_SALE_FLAGS, type KnownFlag } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { useId } from 'preact/hooks'
import { useAgent } from '../../../agent-context.ts'

const isKnown = (flag: string): flag is KnownFlag => CROSS_SALE_FLAGS.some((known) => known === flag)

function useFlagWords(): (flag: string) => string {
  const { t } = useAgent()
  return (flag) => (isKnown(flag) ? t.crossSale.flags[flag] : t.windowCounter.patient.otherFlag(flag))
}

export function FlagList({ flags }: { readonly flags: readonly string[] }) {
  const { patient: texts } = useAgent().t.windowCounter
  const wordsOf = useFlagWords()
  if (flags.length === 0)
    return (
      <p class="quiet">
        {texts.flags}: {texts.noFlags}
      </p>
    )
  return (
    <ul class="flags" aria-label={texts.flags}>
      {flags.map((flag) => (
        <li key={flag} class="state caution">
          {wordsOf(flag)}
        </li>
      ))}
    </ul>
  )
}

interface FlagFieldsProps {
  readonly flags: readonly string[]
  readonly onFlags: (flags: readonly string[]) => void
}

export function FlagFields({ flags, onFlags }: FlagFieldsProps) {
  const { patient: texts } = useAgent().t.windowCounter
  const wordsOf = useFlagWords()
  const id = useId()
  const others = flags.filter((flag) => !isKnown(flag))
  const ticked = (flag: string, isTicked: boolean): void =>
    onFlags(isTicked ? [...flags, flag] : flags.filter((one) => one !== flag))
  return (
    <fieldset class="choices" aria-describedby={id}>
      <legend>{texts.flags}</legend>
      <p class="quiet" id={id}>
        {texts.flagsHint}
      </p>
      <div class="flag-fields">
        {[...CROSS_SALE_FLAGS, ...others].map((flag) => (
          <label key={flag} class="check">
            <input
              type="checkbox"
              checked={flags.includes(flag)}
              onChange={(event) => ticked(flag, event.currentTarget.checked)}
            />
            {wordsOf(flag)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
