// What check, summary and exit codes say while labels go to the standby printer, over three whole agents.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { realLabel } from '../../test-printer/test/printer-rig.ts'
import { command, saidAt } from '../../test/said-at.ts'
import { sendLabel } from '../../test/send-label.ts'
import { standbyPharmacy } from '../../test/standby-pharmacy.ts'

const LABEL = realLabel('ups.zpl')
const PAPER_OUT = 'The printer has no labels left. Put in a new roll.'
const LIMIT_MS = 120_000

test('a standby printer without paper stops labels, at the computer that has it and at the others', async () => {
  const pharmacy = await standbyPharmacy({ lastByte: 201 })
  await pharmacy.assign()
  await pharmacy.dispensary.stop()
  const computers = (['counter', 'standby'] as const).map((which) => ({
    agent: pharmacy[which],
    dataFolder: pharmacy.folderOf(which),
  }))
  for (const { agent } of computers) await pharmacy.uses(agent, 'standby')
  // So that its language is known.
  for (const count of [1, 2]) {
    expect(await sendLabel(pharmacy.counter, LABEL)).toMatchObject({ ok: true })
    await until('the label', () => pharmacy.second.roll.entries().length === count, LIMIT_MS)
  }
  for (const at of computers)
    await until('all is well', async () => (await command('doctor', at)).code === 0, LIMIT_MS)

  await pharmacy.second.faults.set({ paperOut: true })
  expect(await sendLabel(pharmacy.counter, LABEL)).toMatchObject({ ok: true })
  for (const at of computers) {
    await until(
      'the check says so',
      async () => (await command('doctor', at)).text.includes(PAPER_OUT),
      LIMIT_MS,
    )
    const isSaid = async () => (await command('status', at)).text.includes(PAPER_OUT)
    await until('the summary says so', isSaid, LIMIT_MS)
    const { status, doctor, summary } = await saidAt(at)
    expect([status.code, doctor.code]).toEqual([1, 1])
    expect(doctor.text).toMatch(/^This stops labels: Printer\./)
    expect(doctor.text).not.toContain('Labels get through')
    expect(summary).toMatchObject({ code: 'stopped_there', level: 'attention' })
  }

  await pharmacy.second.faults.clear()
  await until('the label', () => pharmacy.second.roll.entries().length === 3, LIMIT_MS)
  for (const at of computers)
    await until('all is well', async () => (await command('doctor', at)).code === 0, LIMIT_MS)
}, 400_000)
