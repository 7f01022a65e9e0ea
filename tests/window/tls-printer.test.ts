// The window at printers that encrypt: one is added by its address, known by its certificate, and another certificate is
// compared and trusted by a person, after which the label that waited comes out. A real printer port within TLS.
import { describe, expect, test } from 'vitest'
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { realLabels, startPrinter } from '../../agent/test-printer/test/printer-rig.ts'
import { assignServer, startAgent } from '../../agent/test/in-process-agent.ts'
import { sendLabel } from '../../agent/test/send-label.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { expectClear, goTo, hasChromium, windowsInChromium } from './window-rig.ts'

const LIMIT_MS = 60_000
const TRUST = 'The printer itself shows the same digits: trust this printer'

describe.skipIf(!hasChromium())('A printer that encrypts', () => {
  const open = windowsInChromium()

  test('is added by its address, and known by the certificate that it shows first', async () => {
    const printer = await startPrinter({ tlsPort: 0 })
    const agent = await startAgent({ address: '127.0.2.51' })
    const page = await open(agent)
    await goTo(page, 'printers')
    await page.getByLabel('Address of the printer').fill('127.0.0.1')
    await page.getByLabel('The printer encrypts (TLS)').check()
    expect(await page.getByLabel('Port').inputValue()).toBe('9143')
    await expectClear(page, agent, 'tls-printer-form')
    await page.getByLabel('The printer encrypts (TLS)').uncheck()
    expect(await page.getByLabel('Port').inputValue()).toBe('9100')
    await page.getByLabel('The printer encrypts (TLS)').check()
    await page.getByLabel('Port').fill(String(printer.tls?.port))
    await page.getByRole('button', { name: 'Add it', exact: true }).click()
    await page.getByText(`127.0.0.1:${printer.tls?.port} is in the list now`).waitFor()
    await page.getByText('network printer, encrypted').waitFor()
    await page.getByText('No certificate of it was seen yet').waitFor()
    const id = `tls:127.0.0.1:${printer.tls?.port}`
    expect((await agent.ask('printers', null)).map((row) => row.id)).toContain(id)
    await assignServer(agent, id)
    await page.getByText('Certificate', { exact: true }).click({ timeout: LIMIT_MS })
    await page.getByText(groupedFingerprint(printer.tls?.fingerprint ?? '')).waitFor()
    await expectClear(page, agent, 'tls-printer-known')
  })

  test('that shows another certificate gets no label until a person trusts it', async () => {
    const first = await startPrinter({ tlsPort: 0 })
    const tlsPort = first.tls?.port ?? 0
    const id = `tls:127.0.0.1:${tlsPort}`
    const dataFolder = temporaryFolder()
    const agent = await startAgent({ address: '127.0.2.52', printers: id, dataFolder })
    await assignServer(agent, id)
    const [certificate] = await agent.ask('printerCertificates', null)
    if (certificate?.trusted.length === 0) {
      expect(await sendLabel(agent, realLabels()[0]?.bytes ?? '')).toMatchObject({ ok: true })
      await until(
        'it is known',
        async () => (await agent.ask('printerCertificates', null))[0]?.trusted.length === 1,
      )
    }
    await until('nothing waits', async () => (await agent.ask('status', null)).printing.labels.waiting === 0)
    await first.stop()
    const other = await startPrinter({ tlsPort })
    await sendLabel(agent, realLabels()[1]?.bytes ?? '')
    await until(
      'it is refused',
      async () => (await agent.ask('printerCertificates', null))[0]?.refused === other.tls?.fingerprint,
      LIMIT_MS,
    )
    expect(other.roll.entries()).toEqual([])
    const page = await open(agent)
    await goTo(page, 'printers')
    await page.getByText('shows another certificate than before').first().waitFor()
    await page.getByText(groupedFingerprint(first.tls?.fingerprint ?? '')).waitFor()
    await page.getByText(groupedFingerprint(other.tls?.fingerprint ?? '')).waitFor()
    await expectClear(page, agent, 'tls-printer-changed')
    await page.getByRole('button', { name: TRUST }).click()
    await page.getByText('is trusted with it from now on').waitFor()
    await until('the label that waited', () => other.roll.entries().length === 1, LIMIT_MS)
    expect(await page.getByRole('button', { name: TRUST }).count()).toBe(0)
  })

  test('whose certificate the settings name can be changed there alone', async () => {
    const printer = await startPrinter({ tlsPort: 0 })
    const id = `tls:127.0.0.1:${printer.tls?.port}`
    const agent = await startAgent({ address: '127.0.2.53', printers: `${id}#sha256=${'a1'.repeat(32)}` })
    await assignServer(agent, id)
    await sendLabel(agent, realLabels()[0]?.bytes ?? '')
    await until(
      'it is refused',
      async () => (await agent.ask('printerCertificates', null))[0]?.refused !== null,
      LIMIT_MS,
    )
    const page = await open(agent)
    await goTo(page, 'printers')
    await page.getByText('so it can be changed there alone').waitFor()
    expect(await page.getByRole('button', { name: TRUST }).count()).toBe(0)
    await expectClear(page, agent, 'tls-printer-pinned')
  })
})
