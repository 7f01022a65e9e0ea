// The setup for labels that this computer's own settings describe.
import type { PrintSetup } from './print-setup.ts'
import type { SettingsValues } from './settings/settings-table.ts'

type PrintValues = Pick<SettingsValues, 'Role' | 'Printer' | 'Target' | 'TcpPort' | 'LabelSenders'>

const ROLES = { None: 'none', PrinterComputer: 'printer-computer', Client: 'client' } as const

/** Only a PrinterComputer listens to other computers, and without a role no port is open. */
export function printSetup({ Role, Printer, Target, TcpPort, LabelSenders }: PrintValues): PrintSetup {
  const scope = Role === 'PrinterComputer' ? LabelSenders : 'computer'
  return {
    role: ROLES[Role],
    printer: Printer,
    target: Target,
    listen: Role === 'None' ? null : { port: TcpPort, scope },
  }
}
