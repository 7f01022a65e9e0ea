// The certificate of a computer over HTTP: who may compare and accept it, what is sent to the store, which page comes.
import { describe, expect, test } from 'vitest'
import { load } from '../test/page-text.ts'
import { PAGE, startPrintingStage, writes } from '../test/printing-stage.ts'

const CERTIFICATE = `${PAGE}/computers/11/certificate`
const OTHER = 'd2'.repeat(32)

async function startStage() {
  const stage = await startPrintingStage()
  Object.assign(stage.counter, {
    otherCertificate: { fingerprint: OTHER, since: '2026-11-20T08:00:00.000Z' },
  })
  return stage
}

describe('a computer that reports another certificate', () => {
  test('says so in its row, and an Admin compares and accepts it', async () => {
    const { admin, counter } = await startStage()
    const row = await admin.get(PAGE)
    expect(row.text).toContain('another certificate')
    expect(row.text).toContain(`href="${CERTIFICATE}"`)
    const page = await admin.get(CERTIFICATE)
    expect(page.text).toContain('d2d2 d2d2 d2d2')
    expect(page.text).toContain('c1c1 c1c1 c1c1')
    const reply = await admin.post(CERTIFICATE, { csrf: load(page.text).csrf, fingerprint: OTHER })
    expect(reply.location).toBe(`${PAGE}?notice=certificate-accepted`)
    expect(counter).toMatchObject({ certificate: { fingerprint: OTHER }, otherCertificate: null })
    const after = await admin.get(reply.location ?? '')
    expect(after.text).toContain('The certificate is accepted')
    expect(after.text).not.toContain('another certificate')
  })

  test('and yet another one by now is to be compared again', async () => {
    const { admin, counter } = await startStage()
    const { csrf } = load((await admin.get(CERTIFICATE)).text)
    const reply = await admin.post(CERTIFICATE, { csrf, fingerprint: 'e3'.repeat(32) })
    expect(reply.location).toBe(`${CERTIFICATE}?notice=outdated`)
    expect((await admin.get(reply.location ?? '')).text).toContain('Compare again')
    expect(counter.otherCertificate?.fingerprint).toBe(OTHER)
  })

  test.each(['Support', 'SuperSupport'] as const)('is shown to %s, who may not accept it', async (role) => {
    const rig = await startStage()
    const browser = await rig.signedIn(role)
    const page = await browser.get(PAGE)
    expect(page.text).toContain('another certificate')
    expect(page.text).not.toContain(CERTIFICATE)
    expect((await browser.get(CERTIFICATE)).status).toBe(403)
    rig.upstream.seen.length = 0
    const { csrf } = load(page.text)
    expect((await browser.post(CERTIFICATE, { csrf, fingerprint: OTHER })).status).toBe(403)
    expect(writes(rig)).toEqual([])
  })
})

test('a computer that reports what it is known by has no mark and nothing to accept', async () => {
  const { admin } = await startPrintingStage()
  expect((await admin.get(PAGE)).text).not.toContain('another certificate')
  expect((await admin.get(CERTIFICATE)).text).toContain('There is nothing to do')
})
