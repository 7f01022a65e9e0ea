// The standby printer on the page of a pharmacy: which it is, whether labels come out there now and why, and the way back.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { PostForm } from '../../views/forms.tsx'
import type { Viewer } from '../../views/frame-props.ts'
import { Notice } from '../../views/notice.tsx'
import { firstAgainPath } from '../../views/paths.ts'
import { Exact } from '../../views/times/time.tsx'
import { printerComputerOf } from './role-consequences.ts'
import { standbyOf } from './standby-choice.tsx'

interface StandbyProps {
  readonly viewer: Viewer | null
  readonly customer: CustomerDetail
  readonly t: Texts
}

/** Nothing while labels go to the first printer. */
export function StandbyInUse({ viewer, customer, t }: StandbyProps) {
  const using = usingStandby(customer)
  const oldest = using.toSorted((a, b) => sinceOf(a).localeCompare(sinceOf(b)))[0]
  const use = oldest?.jobsWaiting?.standby ?? null
  if (oldest === undefined || use === null) return null
  const at = namedComputer(customer, use.computerName)
  return (
    <Notice kind="warning">
      {t.standby.used(computerName(oldest), using.length - 1, at)} {t.standby.why[use.why]} {t.standby.since}{' '}
      <Exact at={use.since} locale={t.locale} />
      <UseFirst viewer={viewer} customer={customer} t={t} />
    </Notice>
  )
}

/** The computers whose labels go to the standby printer at the moment, as they reported last. */
export function usingStandby({ computers }: CustomerDetail): RelayComputer[] {
  return computers.filter(({ jobsWaiting }) => (jobsWaiting?.standby ?? null) !== null)
}

function sinceOf({ jobsWaiting }: RelayComputer): string {
  return jobsWaiting?.standby?.since ?? ''
}

/** As staff call it. */
export function namedComputer({ computers }: CustomerDetail, pcName: string): string {
  const found = computers.find((computer) => computer.pcName === pcName)
  return found === undefined ? pcName : computerName(found)
}

function UseFirst({ viewer, customer, t }: StandbyProps) {
  const first = printerComputerOf(customer)
  const isPossible = first !== null && standbyOf(customer) !== null
  if (!isPossible || !may(viewer, storeApi.useFirstPrinter)) return null
  return (
    <button
      type="submit"
      form={FIRST_AGAIN_FORM_ID}
      name="version"
      value={String(customer.printingVersion)}
      class="btn btn-sm standby-first"
    >
      {t.standby.useFirst(computerName(first))}
    </button>
  )
}

const FIRST_AGAIN_FORM_ID = 'first-again'

/** Stands outside the live regions, where the button comes and goes. */
export function FirstAgainForm({
  customer,
  csrfToken,
}: {
  readonly customer: Pick<CustomerDetail, 'storeId'>
  readonly csrfToken: string
}) {
  return <PostForm id={FIRST_AGAIN_FORM_ID} action={firstAgainPath(customer.storeId)} csrfToken={csrfToken} />
}

/** One line of the printer's facts. */
export function StandbyFact({ customer, t }: Pick<StandbyProps, 'customer' | 't'>) {
  const standby = standbyOf(customer)
  const computer = customer.computers.find(({ id }) => id === standby?.computerId)
  return (
    <div>
      <dt>{t.standby.title}</dt>
      <dd>
        {standby === null || computer === undefined ? (
          <span class="muted">{t.standby.none}</span>
        ) : (
          <>
            <bdi>{t.standby.shown(printerText(standby.printerName), computerName(computer))}</bdi>
            <span class="muted standby-settings">
              {t.standby.settings[standby.return](standby.afterSeconds)}
            </span>
          </>
        )}
      </dd>
    </div>
  )
}
