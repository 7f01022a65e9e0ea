// Why a form was not saved: fields that are marked, somebody else's change with what is saved now, or as it was refused.
import { useAgent } from '../../../agent-context.ts'
import type { Refusal } from '../../../bridge.ts'
import { Facts, type Fact } from '../../../views/facts.tsx'
import { Notice, Refused } from '../../../views/notice.tsx'

interface NotSavedProps {
  /** Null: nothing was. */
  readonly refusal: Refusal | null
  /** Some fields are marked. */
  readonly isMarked: boolean
  /** What is saved now and differs from what was typed; null unless somebody else changed it. */
  readonly saved: readonly Fact[] | null
}

export function NotSaved({ refusal, isMarked, saved }: NotSavedProps) {
  const { windowCounter: texts } = useAgent().t
  if (saved !== null)
    return (
      <Notice level="caution" title={texts.stale}>
        <p>{texts.staleAdvice}</p>
        <Facts facts={saved.map(([name, value]) => [name, value === '' ? texts.nothing : value])} />
      </Notice>
    )
  if (isMarked) return <Notice level="bad" title={texts.checkFields} />
  return refusal === null ? null : <Refused refusal={refusal} />
}
