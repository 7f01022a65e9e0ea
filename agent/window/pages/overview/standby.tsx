// The standby printer while labels come out there: since when, why, and the way back.
import type { StandbyStatus } from '../../../contract/status.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '../../texts.ts'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Notice, Refused } from '../../views/notice.tsx'

export function StandbyInUse({ standby }: { readonly standby: StandbyStatus | null }) {
  const { t } = useAgent()
  const useFirst = useAsk('useFirst')
  if (standby === null || standby.inUse === null) return null
  const { inUse, computerName, returns } = standby
  const text = t.window.standby
  const time = new Date(inUse.since).toLocaleTimeString(t.locale, { hour: '2-digit', minute: '2-digit' })
  return (
    <Notice level="caution" title={text.inUse(computerName, time)}>
      <p>
        {text.why[inUse.why]} {text[returns]}
      </p>
      <Button onPress={() => void useFirst.ask(null)}>{text.useFirst}</Button>
      {useFirst.answer?.ok === false && <Refused refusal={useFirst.answer} />}
    </Notice>
  )
}

/** Null where the pharmacy has none. */
export function standbyFact(standby: StandbyStatus | null, t: Texts): string | null {
  if (standby === null) return null
  const text = t.window.standby
  const printer = printerText(standby.printerName)
  const where = standby.isHere ? text.here(printer) : text.ready(printer, standby.computerName)
  const conditions = standby.conditions.map((condition) => t.printing.conditions[condition])
  return [where, ...(standby.isThere ? conditions : [text.away])].join('. ').replace('..', '.')
}
