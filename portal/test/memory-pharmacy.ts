// For tests: the endpoints of the pharmacy API that the panel asks, over memory. Checks and applications are done at once.
import { createHash } from 'node:crypto'
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { smsApi, type MessageLogEntry } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import type { DrugImport, ImportFinding } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { MemoryCrossSales } from './memory-cross-sales.ts'
import { MemoryScanners, memoryScannersApi } from './memory-scanners.ts'
import { importOf } from '../pages/testing/drug-import-pages.ts'

const { listDrugImports, startDrugImport, putDrugImportFile, checkDrugImport } = pharmacyApi
const { applyDrugImport, getDrugImport, listImportFindings } = pharmacyApi
const { listCrossSales, getCrossSale, makeCrossSale, changeCrossSale } = pharmacyApi
const { readSmsOptOut, optOutOfSms } = pharmacyApi
const { approveCrossSale, endCrossSale, findCrossSaleGroups } = pharmacyApi
/** What the portal asks of it. */
export const memoryPharmacyApi = {
  listDrugImports,
  startDrugImport,
  putDrugImportFile,
  checkDrugImport,
  applyDrugImport,
  getDrugImport,
  listImportFindings,
  listMessages: smsApi.listMessages,
  readSmsOptOut,
  optOutOfSms,
  listCrossSales,
  getCrossSale,
  makeCrossSale,
  changeCrossSale,
  approveCrossSale,
  endCrossSale,
  findCrossSaleGroups,
  ...memoryScannersApi,
}

export class MemoryPharmacy {
  /** Newest first. */
  readonly imports: DrugImport[] = [importOf()]
  findings: ImportFinding[] = []
  messages: MessageLogEntry[] = []
  /** Tokens of links in messages, and whether their patient still gets messages of Riverside Pharmacy. */
  readonly optOuts = new Map<string, boolean>()
  readonly crossSales = new MemoryCrossSales()
  readonly scanners = new MemoryScanners()
  /** What the next start, check or application is refused with. */
  refuse: ProblemError | null = null
  /** Bodies of applications. */
  readonly applied: unknown[] = []

  handlers(): EndpointHandlers<typeof memoryPharmacyApi> {
    const page = <T>(items: T[], { page: at, pageSize }: { page: number; pageSize: number }) => ({
      items: items.slice((at - 1) * pageSize, at * pageSize),
      total: items.length,
      page: at,
      pageSize,
    })
    return {
      listDrugImports: async ({ query }) => page(this.imports, query),
      startDrugImport: async ({ body: { source, encoding, files }, caller }) => {
        this.#refuseOnce()
        const id = Math.max(0, ...this.imports.map((one) => one.id)) + 1
        const named = files.map((file) => ({ ...file, isReceived: false }))
        const fresh = { state: 'open' as const, counts: null, rules: [], remarks: 0, percent: 0, rowsRead: 0 }
        const made = importOf({ id, source, encoding, files: named, startedBy: caller.name, ...fresh })
        this.imports.unshift(made)
        return made
      },
      putDrugImportFile: async ({ params, body }) => {
        const one = this.#find(params.importId)
        const hash = createHash('sha256')
        for await (const part of body) hash.update(part)
        const file = one.files.find(({ name }) => name === params.name)
        if (file === undefined || file.sha256 !== hash.digest('hex'))
          throw new ProblemError('invalid', 'These are other bytes than were announced')
        file.isReceived = true
        return one
      },
      checkDrugImport: async ({ params }) => {
        this.#refuseOnce()
        return Object.assign(this.#find(params.importId), { state: 'checked', counts: importOf().counts })
      },
      applyDrugImport: async ({ params, body }) => {
        this.#refuseOnce()
        this.applied.push(body)
        return Object.assign(this.#find(params.importId), { state: 'applied' })
      },
      getDrugImport: async ({ params }) => this.#find(params.importId),
      listImportFindings: async ({ query }) => page(this.findings, query),
      readSmsOptOut: async ({ body: { token } }) => ({
        pharmacy: 'Riverside Pharmacy',
        isEnded: !this.#optOut(token),
      }),
      optOutOfSms: async ({ body: { token } }) => {
        this.#optOut(token)
        this.#refuseOnce()
        this.optOuts.set(token, false)
        return { pharmacy: 'Riverside Pharmacy' }
      },
      listMessages: async ({ query }) => {
        const { state } = query
        return page(
          this.messages.filter((entry) => state === undefined || entry.state === state),
          query,
        )
      },
      ...this.crossSales.handlers(),
      ...this.scanners.handlers(),
    }
  }

  #optOut(token: string): boolean {
    const gets = this.optOuts.get(token)
    if (gets === undefined) throw new ProblemError('state_conflict', reason('opt_out_link_over', {}))
    return gets
  }

  #refuseOnce(): void {
    const { refuse } = this
    this.refuse = null
    if (refuse !== null) throw refuse
  }

  #find(id: number): DrugImport {
    const found = this.imports.find((one) => one.id === id)
    if (found === undefined) throw new ProblemError('not_found', 'There is no such import')
    return found
  }
}
