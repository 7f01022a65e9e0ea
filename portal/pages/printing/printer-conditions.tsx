// What a computer's printer says is the matter with it, and what to do: one line each, worst first.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { stopsPrinting, type PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from '../../views/icons.tsx'
import { Notice } from '../../views/notice.tsx'

interface PrinterConditionsProps {
  readonly computer: RelayComputer
  readonly t: Texts
}

/** Those that stop printing first; empty when nothing is known to be the matter. */
export function printerConditions({ jobsWaiting }: RelayComputer): readonly PrinterCondition[] {
  const told = jobsWaiting?.printerConditions ?? []
  return [...told.filter(stopsPrinting), ...told.filter((condition) => !stopsPrinting(condition))]
}

/** In the row of the computer. */
export function PrinterConditionMarks({ computer, t }: PrinterConditionsProps) {
  return printerConditions(computer).map((condition) => (
    <span key={condition} class={stopsPrinting(condition) ? 'printer-stopped' : 'printer-remark'}>
      <span class="assignment-text">
        <Icon name={stopsPrinting(condition) ? 'alert' : 'printer'} />
        <span>{t.printing.conditions[condition]}</span>
      </span>
    </span>
  ))
}

/** Above the facts of a pharmacy's printer. What an offline computer said last may be over. */
export function PrinterConditionNotices({ computer, t }: PrinterConditionsProps) {
  if (!computer.isOnline) return null
  return printerConditions(computer).map((condition) => (
    <Notice key={condition} kind={stopsPrinting(condition) ? 'fault' : 'warning'}>
      {t.printing.conditions[condition]}
    </Notice>
  ))
}
