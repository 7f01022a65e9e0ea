// Every refusal that the pharmacy API's table implies.
import { afterAll, beforeAll, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { walkTable, type WalkSite } from '../http/table-walk/table-walk.ts'
import { basketOf, counterList, freshRule } from './cross-sale/test-counter.ts'
import { bdpmList, cip13, madeUpDrugs } from './test/made-up-list.ts'
import { openedPharmacy } from './test/tenants.ts'
import { deviceCalls, tenantCalls } from './test/tenant-walk.ts'
import { agentAt, newWorkplace } from './devices/test-devices.ts'
import {
  appliedImport,
  checkedImport,
  sentImport,
  settled,
  sha256,
  startTestPharmacy,
  type TestPharmacyApi,
} from './test/test-pharmacy.ts'

const FILE = Buffer.from('a file')
const list = bdpmList(madeUpDrugs(2))
const announced = [{ name: 'CIS_bdpm.txt' as const, bytes: FILE.length, sha256: sha256(FILE) }]
const paging = { page: '1', pageSize: '50' }
const start = { source: 'bdpm', encoding: 'windows-1252' as const, files: announced }

let site: TestPharmacyApi
let codeSent = ''
let walk: WalkSite<typeof pharmacyApi>
let agent: ReturnType<typeof agentAt>
const devices = deviceCalls(() => site)
beforeAll(async () => {
  site = await startTestPharmacy('pharmacy_walk', {
    sms: {
      findByPhone: () => Promise.resolve(true),
      handOver: ({ text }) => {
        codeSent = /\d{6}/.exec(text)?.[0] ?? ''
        return Promise.resolve({ state: 'handed_over', reason: null, smsId: 1 })
      },
    },
  })
  await appliedImport(site, list)
  await openedPharmacy(site, 1)
  await appliedImport(site, counterList())
  // The computer of the walk's tokens, whose agent takes what is scanned.
  const workplace = await newWorkplace(site, { pharmacyId: 1, name: 'COUNTER-1', deviceKey: 'd'.repeat(64) })
  agent = agentAt(workplace)
  walk = {
    scannerToken: (await devices.paired()).token,
    baseUrl: site.baseUrl,
    // Of the services only those may use up tickets that register.
    tokens: {
      ...site.tokens.tokens,
      Service: await site.tokens.tokenFor('Service', { claims: { sub: 'store' } }),
    },
    badTokens: site.tokens.badTokens,
    olderSignIn: await site.tokens.tokenFor('Admin', { claims: { auth_time: elevenMinutesAgo() } }),
    internalKey: null,
    calls,
  }
})
afterAll(async () => {
  await agent.stop()
  await site.stop()
})

function elevenMinutesAgo(): number {
  return Math.floor(Date.now() / 1_000) - 660
}

const none = { params: null, query: null, body: null }
/** A list has one import at a time, and calls of the test before may have begun a run. */
const quiet = async () => {
  const { items } = await site.call(pharmacyApi.listDrugImports, { query: paging })
  for (const { id, state } of items) if (state === 'checking' || state === 'applying') await settled(site, id)
}
const opened = async () => {
  await quiet()
  const { id } = await site.call(pharmacyApi.startDrugImport, { body: start })
  return { importId: String(id) }
}

const made = async () => {
  const { id, version } = await freshRule(site)
  return { ...none, params: { crossSaleId: String(id) }, version }
}
const said = { yes: [], no: [], age: null }
const terms = { reason: 'sun_protection' as const, flags: [], minAge: null, validUntil: '2030-01-31' }
const phone = '+442079460101'
const asked = async () => {
  await site.database.db.deleteFrom('StoreCodes').execute()
  return { ...none, body: { phone } }
}
const typed = async () => {
  await site.call(pharmacyApi.askStoreCode, await asked())
  await site.idle()
  return { ...none, body: { phone, code: codeSent } }
}

const calls: WalkSite<typeof pharmacyApi>['calls'] = {
  ...tenantCalls(() => site, cip13(1)),
  ...crossSaleCalls(),
  ...devices.calls,
  searchDrugs: () => ({ ...none, query: { ...paging, q: 'zalo' } }),
  getDrug: () => ({ ...none, params: { drugId: '1' } }),
  findPack: () => ({ ...none, body: { scan: cip13(1) } }),
  listDrugImports: () => ({ ...none, query: paging }),
  startDrugImport: async () => {
    await quiet()
    return { ...none, body: start }
  },
  putDrugImportFile: async () => ({
    ...none,
    params: { ...(await opened()), name: 'CIS_bdpm.txt' },
    body: new Uint8Array(FILE),
  }),
  checkDrugImport: async () => {
    await quiet()
    return { ...none, params: { importId: String((await sentImport(site, list)).id) } }
  },
  applyDrugImport: async () => {
    await quiet()
    const { id } = await checkedImport(site, list)
    return { ...none, params: { importId: String(id) }, body: { confirmWithdrawn: true } }
  },
  getDrugImport: async () => ({ ...none, params: await opened() }),
  askStoreCode: asked,
  verifyStoreCode: typed,
  redeemStoreTicket: async () => {
    const { ticket } = await site.call(pharmacyApi.verifyStoreCode, await typed())
    return { ...none, body: { phone, ticket } }
  },
  listMessages: () => ({ ...none, query: paging }),
  listImportFindings: async () => ({ ...none, params: await opened(), query: paging }),
}

function crossSaleCalls() {
  return {
    listCrossSales: () => ({ ...none, query: { ...paging, state: 'waiting' as const } }),
    makeCrossSale: async () => {
      const { ifGroup, thenGroup } = await freshRule(site, { isMade: false })
      return { ...none, body: { ifGroup, thenGroup, ...terms } }
    },
    getCrossSale: async () => ({ ...none, params: (await made()).params }),
    changeCrossSale: async () => ({ ...(await made()), body: terms }),
    endCrossSale: made,
    approveCrossSale: async () => ({ ...(await made()), body: { pharmacist: 'Petra Pharmacist' } }),
    findCrossSaleGroups: () => ({ ...none, query: { q: 'ibu' } }),
    suggestCrossSales: () => ({ ...none, body: { ...basketOf(['IBUPROFEN']), flags: said } }),
    recordCrossSaleOutcome: () => ({ ...none, body: { ...basketOf(['IBUPROFEN']), answers: [] } }),
  }
}

test.each(walkTable(pharmacyApi, () => walk))('$name', ({ run }) => run())
