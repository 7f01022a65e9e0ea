// What a computer does in printing: its role, and through whom or on what it prints.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { roleName } from '@pharmacy-relay/shared/device-role.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { printerComputerOf } from '../printing/role-consequences.ts'
import { namedComputer } from '../printing/standby-card.tsx'
import { isStandby } from '../printing/standby-choice.tsx'

interface ComputerPrintingProps {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly t: Texts
}

/** The role that the admin wants; the one that the device says beside it, where they differ. */
export function ComputerRole({ computer, t }: Omit<ComputerPrintingProps, 'customer'>) {
  const isTakenOver = computer.role === computer.reportedRole
  const reported = computer.reportedRole === 0 ? null : t.deviceRoles[roleName(computer.reportedRole)]
  return (
    <>
      <span class={computer.role === 0 ? 'muted' : ''}>{t.deviceRoles[roleName(computer.role)]}</span>
      {!isTakenOver && (
        <span class="sub" title={t.pharmacy.reportsAdvice}>
          {t.pharmacy.reports(reported)}
        </span>
      )}
    </>
  )
}

export function ComputerPrinting({ customer, computer, t }: ComputerPrintingProps) {
  const p = t.pharmacy
  if (computer.role === 0) return <span class="muted">{p.notPrinting}</span>
  return (
    <>
      {computer.role === 2 ? (
        <Through customer={customer} computer={computer} t={t} />
      ) : computer.printerName === null ? (
        <span class="warn">{p.noPrinter}</span>
      ) : (
        <bdi>{printerText(computer.printerName)}</bdi>
      )}
      {isWithPort(computer) && computer.tcpPort !== null && (
        <span class="sub">{p.port(computer.tcpPort)}</span>
      )}
    </>
  )
}

/** A Client without a target takes no labels. */
function isWithPort({ role, printerComputerName }: RelayComputer): boolean {
  return role !== 2 || printerComputerName !== null
}

function Through({ customer, computer, t }: ComputerPrintingProps) {
  const { printerComputerName } = computer
  if (printerComputerName === null) return <span class="warn">{t.pharmacy.noTarget}</span>
  const standby = computer.jobsWaiting?.standby ?? null
  return (
    <>
      <bdi>
        {standby === null
          ? t.pharmacy.printsThrough(targetName(customer, printerComputerName))
          : t.standby.printsAt(namedComputer(customer, standby.computerName))}
      </bdi>
      {isStandby(customer, computer) && <span class="sub">{t.standby.mark}</span>}
    </>
  )
}

/** By the name that staff know it by. */
function targetName(customer: CustomerDetail, pcName: string): string {
  const target = printerComputerOf(customer)
  return target?.pcName === pcName ? computerName(target) : pcName
}
