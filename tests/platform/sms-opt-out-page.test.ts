// A patient opens the link of a text message at the portal: portal → gateway → pharmacy API → database, each real. Nobody logs the token.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { serviceTokenVerifier } from '@pharmacy-relay/relay-server/gateway/admission/token-verifiers.ts'
import { startGateway } from '@pharmacy-relay/relay-server/gateway/test/gateway-rig.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { keptLines } from '@pharmacy-relay/relay-server/pharmacy-api/test/kept-lines.ts'
import { serveTestPharmacy } from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import { loadAssetFiles } from '../../portal/assets/asset-files.ts'
import { createPortal } from '../../portal/portal.ts'
import { load } from '../../portal/test/page-text.ts'
import { TestBrowser } from '../../portal/test/test-browser.ts'
import {
  askFor,
  handOverOf,
  HOUR_MS,
  messagesTo,
  newPatient,
  newPharmacist,
  startPatientSmsScene,
  type PatientSmsScene,
} from './patient-sms-scene.ts'

/** Noon in Istanbul. */
const NOON = Date.UTC(2026, 10, 20, 9)

let scene: PatientSmsScene
beforeAll(async () => {
  scene = await startPatientSmsScene('sms_opt_out_page')
})
afterAll(() => scene.stop())

async function openPortal(gatewayUrl: string, logger: Logger): Promise<string> {
  const portal = createPortal({
    options: {
      host: '127.0.0.1',
      port: 0,
      publicOrigin: 'https://panel.example',
      loopbackOrigins: true,
      behindTerminator: false,
      gatewayUrl,
      gatewayPublicUrl: null,
      cookieKeys: ['a'.repeat(43)],
      hub: DEFAULT_HUB_SETTINGS,
      nats: null,
      secondFactorGraceMs: 0,
      timeZone: 'UTC',
      sessionLimits: { idleMs: HOUR_MS, absoluteMs: HOUR_MS },
    },
    assets: await loadAssetFiles(),
    serviceTokens: {
      current: async () => scene.tokens.tokenFor('Service', { claims: { sub: 'portal' } }),
    },
    clock: systemClock,
    random: systemRandom(),
    logger,
  })
  const port = await portal.start()
  onTestFinished(() => portal.stop())
  return `http://127.0.0.1:${port}`
}

/** All of them, with one log. */
async function opened() {
  const clock = new SteppedClock(NOON)
  const { lines, logger } = keptLines()
  const { database, tokens, erasureFolder } = scene
  const sms = { handOver: handOverOf(scene, clock) }
  const site = await serveTestPharmacy(database, tokens, { clock, erasureFolder, sms, logger })
  onTestFinished(() => site.stop())
  const gateway = await startGateway({
    upstreamPort: 1,
    verify: serviceTokenVerifier(tokens.verifier),
    settings: { Gateway__Routes__Pharmacy: site.baseUrl },
  })
  return { clock, site, lines, portalUrl: await openPortal(gateway.url, logger) }
}

test('A patient ends the messages of a pharmacy by the link of one, in his language, and what waits is not sent', async () => {
  const { clock, site, lines, portalUrl } = await opened()
  const pharmacist = await newPharmacist(site, { name: 'Eczane Çağlayan' })
  const patient = await newPatient(pharmacist)
  await askFor(pharmacist, patient)
  await site.idle()
  const [, path = '', token = ''] =
    /https:\/\/panel\.example(\/no-sms\/(\w+))$/.exec(messagesTo(scene, patient)[0] ?? '') ?? []
  clock.stepMs(10 * HOUR_MS)
  await askFor(pharmacist, patient, { template: 'refill' })

  const preview = new TestBrowser(portalUrl)
  await preview.get(path)
  await preview.get('/no-sms')
  const params = { patientId: patient.id }
  expect((await pharmacist.call(pharmacyApi.getPatient, { params })).smsConsent).toBe(true)

  const phone = new TestBrowser(portalUrl)
  const turkish = { 'accept-language': 'tr' }
  expect((await phone.get(path, turkish)).location).toBe('/no-sms')
  const asked = (await phone.get('/no-sms', turkish)).text
  expect(asked).toContain('Eczane Çağlayan, bu bağlantının geldiği telefona SMS gönderiyor.')
  const done = await phone.post('/no-sms', { csrf: load(asked).csrf }, turkish)
  expect(done.text).toContain('Eczane Çağlayan, bu bağlantının geldiği telefona artık SMS göndermeyecek.')
  for (const page of [asked, done.text])
    for (const secret of [patient.name, patient.phone.slice(-7), patient.id, token])
      expect(page).not.toContain(secret)

  expect((await pharmacist.call(pharmacyApi.getPatient, { params })).smsConsent).toBe(false)
  clock.stepMs(24 * HOUR_MS)
  await site.idle()
  expect(messagesTo(scene, patient)).toHaveLength(1)
  expect(token).toHaveLength(16)
  expect(lines.join('\n')).not.toContain(token)
})

test('A link of nobody is over, in words', async () => {
  const { lines, portalUrl } = await opened()
  const browser = new TestBrowser(portalUrl)
  await browser.get(`/no-sms/${'0'.repeat(16)}`)
  const page = await browser.get('/no-sms', { 'accept-language': 'de' })
  expect([page.status, page.text]).toEqual([
    409,
    expect.stringContaining('Dieser Link ist unbekannt oder älter'),
  ])
  expect(lines.join('\n')).not.toContain('0'.repeat(16))
})
