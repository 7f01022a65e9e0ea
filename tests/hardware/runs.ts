// The suite at a real printer, or at the test printer through every back end that this machine can run.
import os from 'node:os'
import { instant, systemClock } from '@pharmacy-relay/shared/clock.ts'
import manifest from '../../agent/package.json' with { type: 'json' }
import { pinnedOf } from '../../agent/core/printers/kinds/extra-printers.ts'
import { judged } from './judgement.ts'
import type { Person } from './person.ts'
import type { JudgedRun, Report } from './run-record.ts'
import {
  cannotRun,
  NEVER_HERE,
  ownPrinters,
  standIn,
  STAND_INS,
  trustIn,
  type StandInBackend,
} from './stand-ins.ts'
import { runSuite, type SuiteParts } from './suite.ts'
import { terminalPerson } from './terminal-person.ts'

export type Wanted = Pick<SuiteParts, 'labels' | 'language' | 'model' | 'say'>

/** `person`: null asks at the terminal. */
export async function suiteAtPrinter({
  printer,
  person,
  ...wanted
}: Wanted & { readonly printer: string; readonly person: Person | null }): Promise<Report> {
  const terminal = terminalPerson({ input: process.stdin, say: wanted.say })
  const trust = trustIn(() => pinnedOf([printer]))
  const run = await runSuite({
    ...wanted,
    // The line of a serial port and the certificate of a TLS printer are no part of its name.
    id: /^(?:serial|tls):/.test(printer) ? printer.replace(/[?#].*/, '') : printer,
    printers: ownPrinters(printer, trust.known),
    person: person ?? terminal,
    clock: systemClock,
    onOver: async () => undefined,
  }).finally(() => {
    terminal.close()
    trust.close()
  })
  return reportOf(run.model ?? run.name, [judged(run)], [])
}

/** `lies`: of the roll, by question; to show that the suite finds them. */
export async function suiteAtTestPrinter({
  backends,
  lies,
  ...wanted
}: Wanted & {
  readonly backends: readonly StandInBackend[]
  readonly lies?: Readonly<Record<string, string>>
}): Promise<Report> {
  const runs: JudgedRun[] = []
  const notRun: { backend: string; why: string }[] = []
  for (const backend of STAND_INS) {
    const why = backends.includes(backend) ? cannotRun(backend) : 'it was not asked for'
    if (why === null) runs.push(await runAt(backend, wanted, lies))
    else notRun.push({ backend, why })
  }
  return reportOf(wanted.model ?? 'Test printer', runs, [...notRun, ...NEVER_HERE])
}

async function runAt(
  backend: StandInBackend,
  wanted: Wanted,
  lies?: Readonly<Record<string, string>>,
): Promise<JudgedRun> {
  const { id, printers, person, onOver, stop } = await standIn(backend, lies)
  try {
    const model = wanted.model ?? 'Test printer'
    return judged(await runSuite({ ...wanted, model, id, printers, person, onOver, clock: systemClock }))
  } finally {
    await stop()
  }
}

function reportOf(model: string, runs: readonly JudgedRun[], notRun: Report['notRun']): Report {
  return {
    model,
    at: instant(systemClock.wallMs()),
    agentVersion: manifest.version,
    system: `${os.type()} ${os.release()} ${os.arch()}, Node ${process.version}`,
    runs,
    notRun,
  }
}
