// The printers that a computer reported, as the part of the role editor that is asked for anew.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { printerDetail } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { DeviceSays } from '../../views/device-says.tsx'
import type { Viewer } from '../../views/frame-props.ts'
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { ComputerPrinters, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Icon } from '../../views/icons.tsx'
import { Age } from '../../views/times/time.tsx'

export const ASK_FORM_ID = 'ask-printers'

/** What is known: the last list, and what the computer did when it was asked just now. */
export interface KnownPrinters {
  readonly list: ComputerPrinters
  /** `asked`: the list is its answer. A refusal: there was none, and the list is an older one. Null: nobody asked. */
  readonly answer: 'asked' | PrintersRefusal | null
}

export interface PrintersRefusal {
  readonly code: ProblemCode
  /** What the device could not do; a text is English. */
  readonly detail: Reasons | string
}

export interface ReportedPrintersProps {
  readonly viewer: Viewer | null
  readonly computer: RelayComputer
  readonly known: KnownPrinters
  /** The id of the printer that is chosen; an empty text when none is. */
  readonly chosen: string
  /** What is wrong with the choice, in words. */
  readonly fault: string | null
  readonly now: Date
  readonly t: Texts
}

/** The fragment that replaces `#reported-printers`. */
export function reportedPrinters(props: ReportedPrintersProps): string {
  return renderToString(<ReportedPrinters {...props} />)
}

export function ReportedPrinters(props: ReportedPrintersProps) {
  return (
    <div id="reported-printers" class="reported-printers" data-now={props.now.toISOString()}>
      <PrinterSelect {...props} />
      <Reported {...props} />
      {may(props.viewer, storeApi.ListPrintersAsync) && <AskForPrinters {...props} />}
    </div>
  )
}

function AskForPrinters(props: ReportedPrintersProps) {
  const { computer, known, t } = props
  const hasFailed = isFailure(known.answer)
  return (
    <p class="printers-ask">
      <button type="submit" form={ASK_FORM_ID} class="btn btn-sm" disabled={!computer.isOnline}>
        {hasFailed ? t.common.tryAgain : t.printing.ask}
      </button>
      <span class="spinner" aria-hidden="true"></span>
      <output
        class={`printers-said${hasFailed ? ' is-fault' : ''}`}
        data-text-asking={t.printing.asking(computerName(computer))}
        data-text-failed={`${t.problems.request_timeout.title}. ${t.problems.request_timeout.advice}`}
      >
        {said(props)}
      </output>
    </p>
  )
}

function PrinterSelect({ computer, known, chosen, fault, t }: ReportedPrintersProps) {
  const { printers } = known.list
  // Where there is but one there is nothing to choose.
  const selected = chosen === '' && printers.length === 1 ? printers[0]?.id : chosen
  return (
    <>
      <label class="form-label" for="printerName">
        {t.pharmacy.printer}
      </label>
      <select
        id="printerName"
        name="printerName"
        class={fault === null ? 'form-select' : 'form-select is-invalid'}
        disabled={!computer.isOnline || printers.length === 0}
        aria-invalid={fault === null ? undefined : 'true'}
        aria-describedby={fault === null ? 'printers-reported' : 'printerName-fault printers-reported'}
      >
        {/* Said to be selected, so that the browser knows what is an unsaved change and what is not. */}
        <option value="" selected={!printers.some(({ id }) => id === selected)}>
          {t.printing.choosePrinter}
        </option>
        {printers.map((printer) => (
          <option key={printer.id} value={printer.id} selected={printer.id === selected}>
            {detailed(printer.name, printerDetail(printer, t.windowPages.printers.kinds))}
          </option>
        ))}
      </select>
      {fault !== null && (
        <p class="field-fault" id="printerName-fault">
          {fault}
        </p>
      )}
    </>
  )
}

function detailed(name: string, detail: string): string {
  return detail === '' || detail === name ? name : `${name} – ${detail}`
}

/** How old the list is, and whether what was chosen is still in it. */
function Reported({ computer, known, chosen, now, t }: ReportedPrintersProps) {
  const { printers, reportedAt } = known.list
  const isGone = chosen !== '' && reportedAt !== null && !printers.some(({ id }) => id === chosen)
  return (
    <p class="field-hint" id="printers-reported">
      {reportedAt === null ? (
        t.printing.neverReported(computerName(computer))
      ) : (
        <>
          {t.printing.lastList} <Age at={reportedAt} now={now} locale={t.locale} />.
        </>
      )}
      {reportedAt !== null && printers.length === 0 && <> {t.printing.emptyList(computerName(computer))}</>}
      {isGone && (
        <strong class="warn">
          {' '}
          <Icon name="alert" /> {t.printing.notInList(printerText(chosen))}
        </strong>
      )}
    </p>
  )
}

function isFailure(answer: KnownPrinters['answer']): answer is PrintersRefusal {
  return answer !== null && answer !== 'asked'
}

function said({ computer, known, t }: ReportedPrintersProps): ComponentChildren {
  const { answer, list } = known
  if (answer === null) return ''
  if (answer === 'asked') return t.printing.answered(list.printers.length)
  const usable =
    list.printers.length > 0 && answer.code !== 'device_offline' ? ` ${t.printing.lastListUsable}` : ''
  if (answer.code !== 'state_conflict') return failureText(computer, answer.code, t) + usable
  return (
    <>
      {t.printing.askRefused(computerName(computer))} <DeviceSays said={answer.detail} t={t} />
      {usable}
    </>
  )
}

function failureText(computer: RelayComputer, code: ProblemCode, t: Texts): string {
  if (code === 'device_timeout' || code === 'upstream_timeout')
    return t.printing.askFailed(computerName(computer))
  if (code === 'device_offline') return t.printing.wentOffline(computerName(computer))
  return `${t.problems[code].title}. ${t.problems[code].advice}`
}
