// The counter of the benchmark: pharmacy API, agent and first-byte printer as processes of this computer, and prescriptions of one
// made-up patient whose packs are checked.
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { PATIENT, PRESCRIPTION, PROFILE } from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import { startCounterAgent, type CounterAgent } from '../../../kit/counter/agent.ts'
import { startPharmacyProgram, type PharmacyProgram } from '../../../kit/counter/pharmacy-program.ts'
import { startFirstBytePrinter, type FirstBytePrinter } from './first-byte.ts'

export interface BenchCounter {
  readonly agent: CounterAgent
  readonly printer: FirstBytePrinter
  readonly patient: { readonly name: string; readonly phone: string }
  /** A prescription whose label may be printed; its id. */
  readonly checked: () => Promise<string>
  readonly stop: () => Promise<void>
}

export async function startBenchCounter(): Promise<BenchCounter> {
  const folder = mkdtempSync('/tmp/relay-bench-counter-')
  // PostgreSQL runs as another account and has to get through.
  chmodSync(folder, 0o711)
  const printer = await startFirstBytePrinter()
  const started: { program?: PharmacyProgram; agent?: CounterAgent } = {}
  const stop = async (): Promise<void> => {
    await started.agent?.stop()
    await started.program?.stop()
    printer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const program = (started.program = await startPharmacyProgram(folder, { logLevel: 'info' }))
    const checked = await prescriber(program)
    const { baseUrl, token } = program
    const parts = { folder, printer: printer.printer, baseUrl, token, pharmacyId: 1 }
    const agent = (started.agent = await startCounterAgent(parts))
    return { agent, printer, patient: PATIENT, checked, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function prescriber({ baseUrl, token }: PharmacyProgram): Promise<() => Promise<string>> {
  const client = createApiClient({ baseUrl, timeoutMs: 60_000, headers: () => Promise.resolve({}) })
  const none = { params: null, query: null, body: null }
  await client.call(pharmacyApi.putPharmacyProfile, { ...none, body: PROFILE }, { token, version: 0 })
  const { id: patientId } = await client.call(
    pharmacyApi.createPatient,
    { ...none, body: PATIENT },
    { token },
  )
  return async () => {
    const body = { ...PRESCRIPTION, patientId, requestId: randomUUID() }
    const { id } = await client.call(pharmacyApi.createPrescription, { ...none, body }, { token })
    const params = { prescriptionId: id }
    await client.call(
      pharmacyApi.checkPack,
      { ...none, params, body: { skippedBecause: 'no_code' } },
      { token },
    )
    return id
  }
}
